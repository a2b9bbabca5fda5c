import { Progress, Stack, Text } from '@mantine/core'
import type { Run } from '#contract'
import { formatCount } from '../../components/format.ts'

/** How far a run is. It goes on without anyone looking. */
export function RunProgress({ progress: { done, total, message } }: Pick<Run, 'progress'>) {
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  return (
    <Stack gap="xs" maw="38rem">
      <Progress.Root size="md">
        <Progress.Section value={percent} animated aria-label="Progress of the run" />
      </Progress.Root>
      <Text role="status">
        {message || 'Waiting to begin'}
        {total > 0 && ` (${formatCount(done)} of ${formatCount(total)})`}
      </Text>
      <Text c="dimmed">You can leave this page; the run stands under Skills of its project.</Text>
    </Stack>
  )
}
