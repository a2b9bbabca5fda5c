import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './sign-in-ways.module.css'

interface WayProps {
  title: string
  badge?: ReactNode
  text: ReactNode
  /** Buttons. */
  children?: ReactNode
}

export function Way({ title, badge, text, children }: WayProps) {
  return (
    <li className={classes.way}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text fw={600}>{title}</Text>
          {badge}
        </Group>
        <Text c="dimmed" mt={2}>
          {text}
        </Text>
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </li>
  )
}
