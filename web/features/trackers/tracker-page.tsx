import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { getProject, getTracker, getTrackerResults, type Tracker } from '#contract'
import { callOptions, useCall } from '../../api.ts'
import { ButtonLink } from '../../components/links.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Backfill } from './backfill.tsx'
import { definitionText } from './definition-text.ts'
import { Results } from './results.tsx'
import { TrackerMenu } from './tracker-menu.tsx'

const route = getRouteApi('/shell/trackers/$trackerId')
const againMs = 1_500

/** What a tracker has found, over time and sentence by sentence. */
export function TrackerPage() {
  const { trackerId } = route.useParams()
  const call = useQuery({
    ...callOptions(getTracker, { trackerId }),
    refetchInterval: ({ state }) => (state.data?.backfill ? againMs : false),
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
          <>
            <TrackerMenu tracker={tracker} />
            <ButtonLink to="/trackers/$trackerId/edit" params={{ trackerId: tracker.id }} variant="default">
              Edit
            </ButtonLink>
          </>
        }
      />
      <Results tracker={tracker} />
    </>
  )
}

/** Reads the results anew once the tracker says that it has others. */
function useNewMentions({ counts: { mentions, sources } }: Tracker): void {
  const queries = useQueryClient()
  const now = `${mentions} ${sources}`
  const known = useRef(now)
  useEffect(() => {
    if (known.current === now) return
    known.current = now
    void queries.invalidateQueries({ queryKey: getTrackerResults.id.split('.') })
  }, [now, queries])
}
