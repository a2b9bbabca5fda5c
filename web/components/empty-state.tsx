import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

export interface EmptyStateProps {
  title: string
  /** What this place is for. */
  text: ReactNode
  /** The first thing to do here. */
  action?: ReactNode
}

/** What stands where nothing is yet. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <Stack className={classes.empty ?? ''} align="center" gap={6}>
      <Text fw={600} size="md">
        {title}
      </Text>
      <Text c="dimmed" className={classes.text ?? ''} component="div">
        {text}
      </Text>
      {action && <Group mt="sm">{action}</Group>}
    </Stack>
  )
}
