import { IconEye, IconHourglass } from '@tabler/icons-react'
import type { Source } from '#contract'
import { StateBadge } from '../../components/state-badge.tsx'

const looks = {
  queued: { kind: 'quiet', icon: IconHourglass },
  extracting: { kind: 'quiet', icon: IconEye },
  ready: { kind: 'good' },
  failed: { kind: 'bad' },
} as const

/** The state of a source as a badge. */
export const SourceState = ({ status }: Pick<Source, 'status'>) => (
  <StateBadge {...looks[status]} text={statusNames[status]} />
)

export const kindNames: Record<Source['kind'], string> = {
  text: 'Text',
  document: 'Document',
  transcript: 'Transcript',
  table: 'Table',
  email: 'Email',
}

export const statusNames: Record<Source['status'], string> = {
  queued: 'Waiting',
  extracting: 'Reading',
  ready: 'Ready',
  failed: 'Failed',
}
