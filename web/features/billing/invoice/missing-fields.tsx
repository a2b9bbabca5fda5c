import { Button, Group, List, Stack, Text } from '@mantine/core'
import type { ApiError } from '#client'
import { updateSettings } from '#contract'
import { ButtonLink } from '../../../components/links.tsx'
import { useMay } from '../../../session.ts'

interface MissingFieldsProps {
  error: ApiError
  /** Opens the form of a credit note, unless the whole invoice is credited. */
  onCredit: (() => void) | undefined
}

/** The fields that an e-invoice lacks, and where to enter them. */
export function MissingFields({ error, onCredit }: MissingFieldsProps) {
  const mayChange = useMay()(updateSettings)
  const { code, errors = [] } = error.problem
  const isLetterhead = code === 'letterhead_incomplete'
  return (
    <Stack gap="md">
      <Text>
        {isLetterhead ? 'The letterhead in the settings is incomplete:' : 'The invoice does not allow it:'}
      </Text>
      <List spacing={4}>
        {errors.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`}>{message}</List.Item>
        ))}
      </List>
      {isLetterhead && !mayChange && <Text c="dimmed">Ask an admin or the owner to complete it.</Text>}
      {!isLetterhead && (
        <Text c="dimmed">Issued invoices can’t be edited. Credit this one and create another.</Text>
      )}
      <Group justify="flex-end">
        {isLetterhead
          ? mayChange && (
              <ButtonLink to="/settings/organisation" variant="filled">
                Open settings
              </ButtonLink>
            )
          : onCredit && (
              <Button variant="filled" onClick={onCredit}>
                Create credit note…
              </Button>
            )}
      </Group>
    </Stack>
  )
}
