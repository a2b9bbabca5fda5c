import type { Run, SkillInput } from '#contract'
import { calendarDate, plural } from '../../components/format.ts'
import { StateBadge } from '../../components/state-badge.tsx'

const states = {
  queued: ['quiet', 'Waiting'],
  running: ['quiet', 'Running'],
  succeeded: ['good', 'Finished'],
  failed: ['bad', 'Failed'],
  canceled: ['quiet', 'Canceled'],
  timed_out: ['warning', 'Took too long'],
} as const satisfies Record<Run['status'], readonly ['good' | 'warning' | 'bad' | 'quiet', string]>

export function RunState({ status }: Pick<Run, 'status'>) {
  const [kind, label] = states[status]
  return <StateBadge kind={kind}>{label}</StateBadge>
}

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
