import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: string
  /** What this list or page is for. */
  text: ReactNode
  /** The first thing to do here. */
  action?: ReactNode
}

/** Replaces an empty list or page. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <Stack
      align="center"
      gap={6}
      px="md"
      py="xl"
      ta="center"
      bd="1px dashed var(--mantine-color-default-border)"
      bdrs="md"
    >
      <Text fw={600} size="md">
        {title}
      </Text>
      <Text c="dimmed" maw="52ch" style={{ textWrap: 'balance' }} component="div">
        {text}
      </Text>
      {action && <Group mt="sm">{action}</Group>}
    </Stack>
  )
}
