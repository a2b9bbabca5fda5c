import type { Source } from '#contract'
import { StateBadge } from '../../components/state-badge.tsx'
import { statusNames } from './words.ts'

const kinds = { queued: 'quiet', extracting: 'quiet', ready: 'good', failed: 'bad' } as const

/** How far Aerie has got with reading a source. */
export const SourceState = ({ status }: Pick<Source, 'status'>) => (
  <StateBadge kind={kinds[status]}>{statusNames[status]}</StateBadge>
)
