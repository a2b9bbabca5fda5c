import { Alert, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { getTracker, type Tracker, updateTracker } from '#contract'
import { useCall } from '../../api.ts'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { definitionText } from './definition-text.ts'
import { definitionOf } from './definition-values.ts'
import { TrackerForm } from './tracker-form.tsx'

const route = getRouteApi('/shell/trackers/$trackerId/edit')

/** What a tracker looks for, to be changed. */
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
  // As it was when the form opened: what others save meanwhile is said, and never overwritten unseen.
  const [tracker] = useState(newest)
  const navigate = useNavigate()
  const { id: trackerId, name, projectId, version } = tracker
  return (
    <>
      <PageHeader
        title={`Edit ${name}`}
        description="It goes back over every source. What is still found stays as it is."
        back={{ to: '/trackers/$trackerId', params: { trackerId }, label: name }}
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
        onCancel={() => void navigate({ to: '/trackers/$trackerId', params: { trackerId } })}
        notice={newest.version > version && <ChangedMeanwhile tracker={newest} />}
      />
    </>
  )
}

function ChangedMeanwhile({ tracker }: { tracker: Tracker }) {
  return (
    <Alert color="yellow" role="status" title="Someone changed this tracker meanwhile">
      <Text>
        It is now “<bdi>{tracker.name}</bdi>” and looks for: <bdi>{definitionText(tracker)}</bdi>
      </Text>
      <Text mt={4}>What you typed is still here. Saving puts it in the place of that.</Text>
    </Alert>
  )
}
