import { Alert, Text, Title } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createTracker, getTracker, type Tracker, updateTracker } from '#contract'
import { useCall } from '../../../api.ts'
import { Loaded, PageHeader } from '../../../components/page.tsx'
import { useProject } from '../../../project.ts'
import { definitionOf, definitionText } from '../definition.ts'
import { TrackerForm } from './tracker-form.tsx'

const route = getRouteApi('/shell/projects/$projectId/trackers/$trackerId/edit')

/** Edits a tracker. */
export function EditTrackerPage() {
  const { trackerId } = route.useParams()
  return (
    <Loaded
      call={useCall(getTracker, { trackerId })}
      heading="Edit tracker"
      what="The tracker could not be loaded"
    >
      {(tracker) => <EditTracker key={tracker.id} tracker={tracker} />}
    </Loaded>
  )
}

function EditTracker({ tracker: newest }: { tracker: Tracker }) {
  // Keeps the version that was loaded: a change by someone else is shown, and not overwritten unnoticed.
  const [tracker] = useState(newest)
  const navigate = useNavigate()
  const { id: trackerId, name, projectId, version } = tracker
  return (
    <>
      <PageHeader
        title={`Edit ${name}`}
        description="Saving searches all sources again. Mentions that still match are kept."
        back={{
          to: '/projects/$projectId/trackers/$trackerId',
          params: { projectId, trackerId },
          label: name,
        }}
      />
      <TrackerForm
        operation={updateTracker}
        projectId={projectId}
        tracker={tracker}
        input={(values) =>
          ({
            trackerId,
            name: values.name,
            query: null,
            language: null,
            ...definitionOf(values),
            version: newest.version,
          }) as never
        }
        submit="Save"
        onCancel={() =>
          void navigate({ to: '/projects/$projectId/trackers/$trackerId', params: { projectId, trackerId } })
        }
        notice={newest.version > version && <ChangedMeanwhile tracker={newest} />}
      />
    </>
  )
}

function ChangedMeanwhile({ tracker }: { tracker: Tracker }) {
  return (
    <Alert color="yellow" role="status" title="Someone else has changed this tracker">
      <Text>
        It is now “<bdi>{tracker.name}</bdi>” and searches for: <bdi>{definitionText(tracker)}</bdi>
      </Text>
      <Text mt={4}>Your input is kept. Saving replaces their changes.</Text>
    </Alert>
  )
}

/** Creates a tracker. */
export function NewTrackerPage() {
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  return (
    <>
      <Title order={2} mb="md">
        New tracker
      </Title>
      <TrackerForm
        operation={createTracker}
        projectId={projectId}
        input={(values) => ({ projectId, name: values.name, ...definitionOf(values) }) as never}
        submit="Create tracker"
        onCancel={() => void navigate({ to: '/projects/$projectId/trackers', params: { projectId } })}
      />
    </>
  )
}
