import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiError } from '#client'
import { updateSettings } from '#contract'
import { Bullets } from '../../../components/bullets.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { useMay } from '../../../session.ts'

/** The fields that an e-invoice lacks, and where to enter them. @param children what to do about those of the invoice */
export function MissingFields({ error, children }: { error: ApiError; children: ReactNode }) {
  const { code, errors = [] } = error.problem
  const isLetterhead = code === 'letterhead_incomplete'
  return (
    <Stack gap="md">
      <Text>
        {isLetterhead ? 'The letterhead in the settings is incomplete:' : 'The invoice is incomplete:'}
      </Text>
      <Bullets gap={4}>
        {errors.map(({ path, message }) => (
          <li key={`${path} ${message}`}>{message}</li>
        ))}
      </Bullets>
      {isLetterhead ? <LetterheadAdvice /> : children}
    </Stack>
  )
}

function LetterheadAdvice() {
  const mayChange = useMay()(updateSettings)
  if (!mayChange) return <Text c="dimmed">Ask an admin or the owner to complete it.</Text>
  return (
    <Group justify="flex-end">
      <ButtonLink to="/settings/organisation" variant="filled">
        Open settings
      </ButtonLink>
    </Group>
  )
}
