import { Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { deleteTracker, getProject, getTracker, getTrackerResults, type Tracker } from '#contract'
import { callOptions, useAction, useCall } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { plural } from '../../components/format.ts'
import { ButtonLink } from '../../components/links.tsx'
import { MenuAction, MoreActions } from '../../components/more-actions.tsx'
import { Loaded, PageHeader } from '../../components/page.tsx'
import { Backfill } from './backfill.tsx'
import { definitionText } from './definition.ts'
import { Results } from './results/results.tsx'

const route = getRouteApi('/shell/projects/$projectId/trackers/$trackerId')
const pollMs = 1_500

/** A tracker's mentions: over time, and sentence by sentence. */
export default function TrackerPage() {
  const { trackerId } = route.useParams()
  const call = useQuery({
    ...callOptions(getTracker, { trackerId }),
    refetchInterval: ({ state }) => (state.data?.backfill ? pollMs : false),
  })
  return (
    <Loaded call={call} heading="Tracker" what="The tracker could not be loaded">
      {(tracker) => <TrackerFrame key={tracker.id} tracker={tracker} />}
    </Loaded>
  )
}

function TrackerFrame({ tracker }: { tracker: Tracker }) {
  const { data: project } = useCall(getProject, { projectId: tracker.projectId })
  useNewMentions(tracker)
  return (
    <>
      <PageHeader
        title={tracker.name}
        part={project?.name}
        back={{
          to: '/projects/$projectId/trackers',
          params: { projectId: tracker.projectId },
          label: project?.name ?? 'Project',
        }}
        description={
          <>
            <Text inherit lineClamp={3}>
              <bdi>{definitionText(tracker)}</bdi>
            </Text>
            {tracker.backfill && <Backfill backfill={tracker.backfill} />}
          </>
        }
        action={
          project?.level === 'edit' && (
            <>
              <TrackerMenu tracker={tracker} />
              <ButtonLink
                to="/projects/$projectId/trackers/$trackerId/edit"
                params={{ projectId: tracker.projectId, trackerId: tracker.id }}
              >
                Edit
              </ButtonLink>
            </>
          )
        }
      />
      <Results tracker={tracker} />
    </>
  )
}

/** Refreshes the results when the tracker's counts change. */
function useNewMentions({ backfill, counts: { mentions, sources } }: Tracker): void {
  const queries = useQueryClient()
  const isComplete = backfill === null
  // Runs at first, too: results that were read before the tracker would otherwise stay old.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these changes the results
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: getTrackerResults.id.split('.') })
  }, [queries, mentions, sources, isComplete])
}

function TrackerMenu({ tracker: { id, projectId, name, counts } }: { tracker: Tracker }) {
  const navigate = useNavigate()
  const { mutateAsync } = useAction(deleteTracker, {
    also: [getProject],
    onDone: () => navigate({ to: '/projects/$projectId/trackers', params: { projectId }, replace: true }),
  })
  const remove = () =>
    confirm({
      title: `Delete “${name}”?`,
      consequences: `${counts.mentions > 0 ? `This also deletes its ${plural(counts.mentions, 'mention')}, and programs can no longer read its results.` : 'The tracker has no mentions.'} The sources are kept. This cannot be undone.`,
      confirm: 'Delete tracker',
      act: () => mutateAsync({ trackerId: id }),
      done: `“${name}” is deleted`,
    })
  return (
    <MoreActions>
      <MenuAction icon={IconTrash} label="Delete…" color="red" onClick={remove} />
    </MoreActions>
  )
}
