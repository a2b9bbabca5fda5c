import { IconCircleX, IconClockExclamation, IconHourglass, IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Run, SkillInput } from '#contract'
import { calendarDate, plural } from '../../components/format.ts'
import { StateBadge } from '../../components/state-badge.tsx'

const states: Record<Run['status'], ReactNode> = {
  queued: <StateBadge kind="quiet" icon={IconHourglass} text="Waiting" />,
  running: <StateBadge kind="quiet" icon={IconPlayerPlay} text="Running" />,
  succeeded: <StateBadge kind="good" text="Finished" />,
  failed: <StateBadge kind="bad" text="Failed" />,
  canceled: <StateBadge kind="quiet" icon={IconCircleX} text="Canceled" />,
  timed_out: <StateBadge kind="warning" icon={IconClockExclamation} text="Took too long" />,
}

export const RunState = ({ status }: Pick<Run, 'status'>) => states[status]

/** Describes the scope of a run; empty if it has no limits. */
export function scopeOf({ question, sourceIds, tag, from, to }: SkillInput): string {
  return [
    question && `“${question}”`,
    sourceIds && plural(sourceIds.length, 'source'),
    tag && `tagged “${tag}”`,
    from && `from ${calendarDate(from)}`,
    to && `to ${calendarDate(to)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
