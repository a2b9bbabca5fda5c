import { Button, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { getProject, type Run } from '#contract'
import { useCall } from '../../api.ts'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Citations } from './citations.tsx'
import { RunDocument } from './run-document.tsx'
import { RunEnded } from './run-ended.tsx'
import { RunProgress } from './run-progress.tsx'
import { RunState } from './run-state.tsx'
import { useCancelRun } from './use-cancel-run.ts'
import { useRetryRun } from './use-retry-run.ts'
import { useRun } from './use-run.ts'
import { aboutOf } from './words.ts'

const route = getRouteApi('/shell/skill-runs/$runId')

/** One run: its progress while it runs, then what it wrote. */
export function RunPage() {
  const { runId } = route.useParams()
  return (
    <Loaded call={useRun(runId)} heading="Run" what="The run could not be loaded">
      {(run) => <RunFrame key={run.id} run={run} />}
    </Loaded>
  )
}

function RunFrame({ run }: { run: Run }) {
  const { data: project } = useCall(getProject, { projectId: run.projectId })
  const cancel = useCancelRun(run)
  const retry = useRetryRun(run)
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
              {aboutOf(run.input)}
            </Text>{' '}
            Started <RelativeTime at={run.createdAt} /> by <bdi>{run.createdBy.name}</bdi>.
          </>
        }
        action={
          run.finishedAt ? (
            !project?.archivedAt && (
              <Button variant="default" loading={retry.pending} onClick={retry.start}>
                {run.status === 'succeeded' ? 'Run again' : 'Try again'}
              </Button>
            )
          ) : (
            <Button variant="default" loading={cancel.pending} onClick={cancel.start}>
              Cancel run
            </Button>
          )
        }
      />
      {run.output ? (
        <>
          <RunDocument output={run.output} />
          <Citations output={run.output} />
        </>
      ) : run.finishedAt ? (
        <RunEnded run={run} />
      ) : (
        <RunProgress progress={run.progress} />
      )}
    </>
  )
}
