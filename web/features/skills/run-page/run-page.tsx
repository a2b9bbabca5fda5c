import { Box, Button, Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { cancelRun, getProject, getRun, type Project, type Run, retryRun, watchRun } from '#contract'
import { callOptions, useAction, useCall } from '../../../api.ts'
import { type Fact, Facts } from '../../../components/facts.tsx'
import { formatCount, locale } from '../../../components/format.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { MoreActions } from '../../../components/more-actions.tsx'
import { notifyFailed } from '../../../components/notify.tsx'
import { Loaded, PageHeader } from '../../../components/page.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { takesMore } from '../../../project.ts'
import { RunState, scopeOf } from '../run-state.tsx'
import { skillTitle } from '../skill-title.ts'
import { RunDocument } from './run-document.tsx'

const RunAgain = lazyPart(() => import('./run-again.tsx'))
const RunMenu = lazyPart(() => import('./run-menu.tsx'))
const RunWithoutResult = lazyPart(() => import('./run-without-result.tsx'))

/** The name of the dialog in the address. */
const runAgain = 'run-again'

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
  const scope = scopeOf(run.input)
  return (
    <>
      <PageHeader
        title={skillTitle(run.skill)}
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
              {scope}
            </Text>
            {scope && '. '}
            Started <RelativeTime at={run.createdAt} /> by <bdi>{run.createdBy.name}</bdi>.
          </>
        }
        action={<RunActions run={run} project={project} />}
      />
      {run.output ? (
        <RunDocument output={run.output} />
      ) : (
        <Suspense fallback={<Skeleton h={60} />}>
          <RunWithoutResult run={run} />
        </Suspense>
      )}
      {run.finishedAt && run.usage && (
        <Box mt={40}>
          <RunUsage usage={run.usage} progress={run.progress} />
        </Box>
      )}
    </>
  )
}

function RunActions({ run, project }: { run: Run; project: Project | undefined }) {
  const mayStart = project !== undefined && takesMore(project)
  if (!run.finishedAt) return project?.level === 'edit' && <CancelButton run={run} />
  const { output } = run
  if (!output) return mayStart && <RetryButton run={run} />
  return (
    <>
      {mayStart && <RunAgainButton run={run} />}
      <MoreActions>
        <Suspense>
          <RunMenu run={run} output={output} project={project} />
        </Suspense>
      </MoreActions>
    </>
  )
}

/** Opens the form with the run's input. A link, because the code of its dialog is loaded when it first opens. */
function RunAgainButton({ run }: { run: Run }) {
  const isOpen = (useSearch({ strict: false }) as { dialog?: string }).dialog === runAgain
  const [isUsed, setUsed] = useState(isOpen)
  if (isOpen && !isUsed) setUsed(true)
  return (
    <>
      <ButtonLink
        to="."
        search={{ dialog: runAgain }}
        state={{ openedHere: true } as never}
        resetScroll={false}
      >
        Run again…
      </ButtonLink>
      {isUsed && (
        <Suspense>
          <RunAgain run={run} name={runAgain} />
        </Suspense>
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

/** Starts a run without a result again and opens the new one. */
function RetryButton({ run: { id: runId } }: { run: Run }) {
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useAction(retryRun, {
    onDone: ({ id, projectId }) =>
      navigate({ to: '/projects/$projectId/runs/$runId', params: { projectId, runId: id } }),
  })
  const retry = () =>
    mutateAsync({ runId }).catch((error) => notifyFailed('The run could not be started', error))
  return (
    <Button loading={isPending} onClick={retry}>
      Try again
    </Button>
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

interface RunUsageProps extends Pick<Run, 'progress'> {
  usage: NonNullable<Run['usage']>
}

/** How much of the sources a model has read, and what that took. */
function RunUsage({ usage, progress: { done, total } }: RunUsageProps) {
  const { model, calls, inputTokens, outputTokens, cost } = usage
  const facts: Fact[] = [
    { name: 'Passages read', value: `${formatCount(done)} of ${formatCount(total)}` },
    { name: 'Model', value: <bdi>{model}</bdi> },
    { name: 'Calls', value: formatCount(calls) },
    { name: 'Input tokens', value: formatCount(inputTokens) },
    { name: 'Output tokens', value: formatCount(outputTokens) },
  ]
  if (cost) facts.push({ name: 'Cost', value: costOf(cost) })
  return <Facts facts={facts} />
}

/** Formats a cost with up to six decimals, because a token costs a fraction of a cent. */
const costOf = ({ amount, currency }: { amount: string; currency: string }) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 6 }).format(
    Number(amount),
  )
