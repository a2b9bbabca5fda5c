import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-badge.module.css'

const icons = {
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconCircleX,
  quiet: IconCircleDashed,
}

/** A state in words, with an icon and a color for its kind. */
export function StateBadge({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind]
  return (
    <Badge
      className={classes.badge ?? ''}
      data-kind={kind}
      radius="sm"
      leftSection={<Icon size={13} aria-hidden />}
    >
      {children}
    </Badge>
  )
}
