import { Button, Card, Group, Progress, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FirstStep, Home } from '#contract'
import { newIdempotencyKey } from '../../api.ts'
import { notifyFailed } from '../../components/notify.tsx'
import { loadCode } from '../../connection.ts'
import classes from './first-steps.module.css'

interface StepLink {
  label: string
  to: string
  search?: Record<string, string>
}

const links: Record<FirstStep, StepLink> = {
  organisation: { label: 'Name your organisation', to: '/settings/organisation' },
  project: { label: 'Create a project', to: '/projects', search: { dialog: 'new' } },
  source: { label: 'Add a source to a project', to: '/projects' },
  tracker: { label: 'Create a tracker', to: '/projects' },
  run: { label: 'Run a skill', to: '/skills' },
  letterhead: {
    label: 'Enter your address for invoices',
    to: '/settings/organisation',
  },
  patient: { label: 'Add a patient', to: '/patients', search: { dialog: 'new' } },
  stock: { label: 'Receive stock', to: '/inventory/receive' },
  invoice: { label: 'Issue an invoice', to: '/billing/new' },
  apiKey: {
    label: 'Create an API key',
    to: '/settings/api-keys',
    search: { dialog: 'new' },
  },
  colleague: {
    label: 'Invite a colleague',
    to: '/settings/members',
    search: { dialog: 'invite' },
  },
}

/** The first things to do in a new installation. It is gone once all are done, or when this browser hides it. */
export function FirstSteps({ steps }: { steps: Home['firstSteps'] }) {
  const [hidden, setHidden] = useLocalStorage({
    key: 'aerie-first-steps-hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const done = steps.filter((step) => step.done).length
  if (hidden || done === steps.length) return null

  return (
    <Card component="section" withBorder mb="lg" aria-label="Get started">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2}>Get started</Title>
          <Text c="dimmed">
            {done} of {steps.length} done
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          {steps.some(({ step, done }) => step === 'project' && !done) && <SampleButton />}
          <Button size="xs" onClick={() => setHidden(true)}>
            Hide
          </Button>
        </Group>
      </Group>
      <Progress value={(100 * done) / steps.length} size="sm" my="sm" aria-label="Steps done" />
      <ul data-plain className={classes.steps}>
        {steps.map(({ step, done }) => {
          const { label, to, search } = links[step]
          return (
            <li key={step} className={classes.step} data-done={done}>
              {done ? (
                <>
                  <IconCircleCheckFilled size={18} role="img" aria-label="Done" />
                  {label}
                </>
              ) : (
                <>
                  <IconCircleDashed size={18} aria-hidden />
                  <Link to={to} search={search as never}>
                    {label}
                  </Link>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Creates a project with made-up interviews and opens it. */
function SampleButton() {
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
