import type { Run } from '#contract'
import { StateBadge } from '../../components/state-badge.tsx'

const states = {
  queued: ['quiet', 'Waiting'],
  running: ['quiet', 'Running'],
  succeeded: ['good', 'Finished'],
  failed: ['bad', 'Failed'],
  canceled: ['quiet', 'Canceled'],
  timed_out: ['warning', 'Took too long'],
} as const satisfies Record<Run['status'], readonly ['good' | 'warning' | 'bad' | 'quiet', string]>

export const runStates = Object.fromEntries(
  Object.entries(states).map(([status, [, words]]) => [status, words]),
) as Record<Run['status'], string>

export function RunState({ status }: Pick<Run, 'status'>) {
  const [kind, words] = states[status]
  return <StateBadge kind={kind}>{words}</StateBadge>
}
