import { Progress } from '@mantine/core'
import type { Tracker } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { formatCount } from '../../components/format.ts'

/** A tracker's progress through the existing sources. */
export function Backfill({ backfill: { done, total } }: { backfill: NonNullable<Tracker['backfill']> }) {
  return (
    <div role="status">
      <Caption>
        Searching existing sources: {formatCount(done)} of {formatCount(total)}
      </Caption>
      <Progress size="xs" maw="16rem" value={total === 0 ? 100 : (done / total) * 100} aria-hidden />
    </div>
  )
}
