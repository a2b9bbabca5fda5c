import { Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { createTracker } from '#contract'
import { useProject } from '../projects/use-project.ts'
import { definitionOf } from './definition-values.ts'
import { TrackerForm } from './tracker-form.tsx'

/** A new tracker, in the frame of its project. */
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
