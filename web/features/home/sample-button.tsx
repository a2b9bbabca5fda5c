import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { newIdempotencyKey } from '../../api.ts'
import { notifyFailed } from '../../components/notify.tsx'
import { loadCode } from '../../connection.ts'

/** Creates a project with made-up interviews and opens it. */
export function SampleButton() {
  const navigate = useNavigate()
  const [attempt] = useState(newIdempotencyKey)
  /** The share of the records that exist; null before the start. */
  const [progress, setProgress] = useState<number | null>(null)
  const add = async () => {
    setProgress(0)
    try {
      const { addSampleProject, sampleSteps } = await loadCode(() => import('./sample-project.ts'))
      const projectId = await addSampleProject(attempt, (done) => setProgress(done / sampleSteps))
      await navigate({ to: '/projects/$projectId/trackers', params: { projectId } })
    } catch (error) {
      notifyFailed('The sample project could not be loaded', error)
      setProgress(null)
    }
  }
  return (
    <Button size="xs" onClick={add} disabled={progress !== null}>
      {progress === null ? 'Load a sample project' : `Loading… ${Math.round(100 * progress)}%`}
    </Button>
  )
}
