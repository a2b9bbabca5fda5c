import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-badge.module.css'

const icons = { good: IconCircleCheck, warning: IconAlertTriangle, bad: IconCircleX }

/** A quiet state needs an icon of its own, because its color is the same as that of all others. */
type StateLook = { kind: keyof typeof icons; icon?: TablerIcon } | { kind: 'quiet'; icon: TablerIcon }

/** A state in words, with an icon and a color for its kind. */
export function StateBadge({ text, ...look }: StateLook & { text: ReactNode }) {
  const Icon = look.kind === 'quiet' ? look.icon : (look.icon ?? icons[look.kind])
  return (
    <Badge
      className={classes.badge ?? ''}
      data-kind={look.kind}
      radius="sm"
      leftSection={<Icon size={13} aria-hidden />}
    >
      {text}
    </Badge>
  )
}
