import type { Source } from '#contract'

export const kindNames: Record<Source['kind'], string> = {
  text: 'Text',
  document: 'Document',
  transcript: 'Transcript',
  table: 'Table',
  email: 'E-mail',
}

export const statusNames: Record<Source['status'], string> = {
  queued: 'Waiting',
  extracting: 'Reading',
  ready: 'Ready',
  failed: 'Failed',
}
