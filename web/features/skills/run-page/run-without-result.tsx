import { Alert, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Run } from '#contract'
import { formatCount } from '../../../components/format.ts'

/** The progress of a run, or why it ended without a result. */
export default function RunWithoutResult({ run }: { run: Run }) {
  return run.finishedAt ? <RunEnded run={run} /> : <RunProgress progress={run.progress} />
}

function RunProgress({ progress: { done, total, message } }: Pick<Run, 'progress'>) {
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  return (
    <Stack gap="xs" maw="38rem">
      <Progress.Root size="md">
        <Progress.Section value={percent} animated aria-label="Progress of the run" />
      </Progress.Root>
      <Text role="status">
        {message || 'Waiting to start'}
        {total > 0 && ` (${formatCount(done)} of ${formatCount(total)})`}
      </Text>
      <Text c="dimmed">You can leave this page. The run is listed under Skills in its project.</Text>
    </Stack>
  )
}

const reasons: Partial<Record<Run['status'], string>> = {
  canceled: 'The run was canceled. Partial results are discarded.',
  timed_out: 'The run took too long. Try again with fewer sources.',
}

function RunEnded({ run: { status, error } }: { run: Run }) {
  return (
    <Alert
      maw="38rem"
      variant="default"
      icon={status !== 'canceled' && <IconAlertTriangle size={18} aria-hidden />}
      title="No result"
    >
      {error?.message ?? reasons[status]}
      {error?.endpointMessage && (
        <Text mt="xs" c="dimmed">
          The endpoint’s message: <bdi>{error.endpointMessage}</bdi>
        </Text>
      )}
    </Alert>
  )
}
