import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Run } from '#contract'

const sentences: Partial<Record<Run['status'], string>> = {
  canceled: 'It was canceled, and what it had done so far is dropped.',
  timed_out: 'It took longer than a run may take. With fewer sources it may be done in time.',
}

/** Why there is nothing to read. */
export function RunEnded({ run: { status, error } }: { run: Run }) {
  return (
    <Alert
      maw="38rem"
      variant="default"
      icon={status !== 'canceled' && <IconAlertTriangle size={18} aria-hidden />}
      title={status === 'canceled' ? 'Nothing was written' : 'Nothing could be written'}
    >
      {error?.message ?? sentences[status]}
    </Alert>
  )
}
