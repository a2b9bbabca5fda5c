import { Alert, Box, Button, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { cancelRun, getProject, getRun, type Run, retryRun, watchRun } from '#contract'
import { callOptions, useAction, useCall } from '../../../api.ts'
import { formatCount } from '../../../components/format.ts'
import { notifyFailed } from '../../../components/notify.tsx'
import { Loaded, PageHeader } from '../../../components/page.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { RunState, scopeOf } from '../run-state.tsx'
import { RunDocument } from './run-document.tsx'
import { RunUsage } from './run-usage.tsx'

const route = getRouteApi('/shell/projects/$projectId/runs/$runId')

/** A run: its progress, then its result. */
export default function RunPage() {
  const { runId } = route.useParams()
  return (
    <Loaded call={useRun(runId)} heading="Run" what="The run could not be loaded">
      {(run) => <RunFrame key={run.id} run={run} />}
    </Loaded>
  )
}

function RunFrame({ run }: { run: Run }) {
  const { data: project } = useCall(getProject, { projectId: run.projectId })
  return (
    <>
      <PageHeader
        title={run.skill}
        part={project?.name}
        back={{
          to: '/projects/$projectId/skills',
          params: { projectId: run.projectId },
          label: project?.name ?? 'Project',
        }}
        badge={<RunState {...run} />}
        description={
          <>
            <Text span inherit dir="auto">
              {scopeOf(run.input)}
            </Text>{' '}
            Started <RelativeTime at={run.createdAt} /> by <bdi>{run.createdBy.name}</bdi>.
          </>
        }
        action={
          run.finishedAt ? !project?.archivedAt && <RetryButton run={run} /> : <CancelButton run={run} />
        }
      />
      {run.output ? (
        <RunDocument output={run.output} />
      ) : run.finishedAt ? (
        <RunEnded run={run} />
      ) : (
        <RunProgress progress={run.progress} />
      )}
      {run.finishedAt && run.usage && (
        <Box mt={40}>
          <RunUsage usage={run.usage} progress={run.progress} />
        </Box>
      )}
    </>
  )
}

/** Cancels a run without asking: it can be started again. */
function CancelButton({ run: { id: runId } }: { run: Run }) {
  const { mutateAsync, isPending } = useAction(cancelRun)
  const cancel = () =>
    mutateAsync({ runId }).catch((error) => notifyFailed('The run could not be canceled', error))
  return (
    <Button loading={isPending} onClick={cancel}>
      Cancel run
    </Button>
  )
}

/** Starts a finished run again and opens the new one. */
function RetryButton({ run: { id: runId, status } }: { run: Run }) {
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useAction(retryRun, {
    onDone: ({ id, projectId }) =>
      navigate({ to: '/projects/$projectId/runs/$runId', params: { projectId, runId: id } }),
  })
  const retry = () =>
    mutateAsync({ runId }).catch((error) => notifyFailed('The run could not be started', error))
  return (
    <Button loading={isPending} onClick={retry}>
      {status === 'succeeded' ? 'Run again' : 'Try again'}
    </Button>
  )
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

const pollMs = 2_000

/** Loads a run and follows it: by server-sent events, or by polling while they are not available. */
function useRun(runId: string) {
  const queries = useQueryClient()
  const [connected, setConnected] = useState(false)
  const options = callOptions(getRun, { runId })
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (connected || !state.data || state.data.finishedAt ? false : pollMs),
  })
  const isRunning = query.data !== undefined && query.data.finishedAt === null

  useEffect(() => {
    if (!isRunning) return
    const events = new EventSource(watchRun.path.replace(':runId', runId))
    events.addEventListener('open', () => setConnected(true))
    events.addEventListener('error', () => setConnected(false))
    events.addEventListener('run', ({ data }) => {
      const run: Run = JSON.parse(data)
      queries.setQueryData(callOptions(getRun, { runId }).queryKey, run)
    })
    return () => {
      events.close()
      setConnected(false)
    }
  }, [isRunning, runId, queries])

  return query
}
