import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { getSetup } from '#contract'
import { useCall } from '../api.ts'
import { useHeadingFocus } from './focus.ts'
import { Mark } from './mark.tsx'
import classes from './threshold.module.css'

interface ThresholdProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** The layout of pages outside the shell, in the middle of the window: whose Aerie it is, a heading, and one thing to do. */
export function Threshold({ title, text, children }: ThresholdProps) {
  const heading = useHeadingFocus()
  const organisation = useCall(getSetup).data?.organisationName
  return (
    <main className={classes.threshold}>
      <title>{`${title} · Aerie`}</title>
      <Box className={classes.form ?? ''}>
        <Group gap="xs" wrap="nowrap" mih={28}>
          <Mark />
          {organisation && (
            <Text fw={600} className={classes.organisation ?? ''}>
              <bdi>{organisation}</bdi>
            </Text>
          )}
        </Group>
        <Stack gap={6} mt="lg" mb="lg">
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {text && (
            <Text c="dimmed" component="div">
              {text}
            </Text>
          )}
        </Stack>
        {children}
      </Box>
    </main>
  )
}
