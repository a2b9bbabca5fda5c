import { ApiError } from '#client'
import * as api from '#contract'
import { until, untilSearched } from '../../server/testing/until.ts'
import type { Cast } from './people.ts'
import { readRecords } from './read-records.ts'
import { dateIn, daysAgo, minutesAgo, type Scene, scene } from './scene.ts'

type Definition = Omit<api.Input<typeof api.createTracker>, 'projectId'>

interface Findings {
  trackers: (Definition & { days: number })[]
  skill: string
}

/** Creates trackers, and runs skills on the sources. @param projects ids by name */
export function findMentions({ as }: Cast, projects: Map<string, string>): Scene[] {
  const { trackers, skill } = readRecords<Findings>('findings')
  const projectId = () => projects.get('Patient interviews') ?? ''
  const tracker = ({ days, ...definition }: Findings['trackers'][number]): Scene =>
    scene(daysAgo(days, '13:00'), async () => {
      const amina = await as('amina')
      const { id } = await amina.call(api.createTracker, { projectId: projectId(), ...definition })
      await untilSearched(amina, id)
      if (definition.name !== 'Reminders') return
      await amina.call(api.updateTracker, { trackerId: id, exclude: [{ text: 'Set a reminder' }] })
      await untilSearched(amina, id)
    })
  const run = (at: number, name: string, input: api.Input<typeof api.startRun>['input'] = {}): Scene =>
    scene(at, async () => {
      const amina = await as('amina')
      const { id } = await amina.call(api.startRun, { name, projectId: projectId(), input })
      await until(
        () => amina.call(api.getRun, { runId: id }),
        ({ finishedAt }) => finishedAt !== null,
      )
    })
  return [
    ...trackers.map(tracker),
    run(daysAgo(56, '17:00'), 'summarize', { tag: 'round 1', sentences: 6 }),
    run(daysAgo(32, '09:00'), 'themes'),
    run(daysAgo(31, '09:00'), 'summarize', { tag: 'round 3' }),
    run(daysAgo(19, '09:30'), 'sentiment', { from: dateIn(-60), to: dateIn(-19) }),
    scene(daysAgo(15, '10:00'), async () => (await as('amina')).call(api.createSkill, { content: skill })),
    scene(daysAgo(8, '16:20'), async () => cancelOne(await as('amina'), projectId())),
    run(daysAgo(1, '09:30'), 'themes', { tag: 'round 2' }),
    run(daysAgo(1, '09:40'), 'sentiment'),
    run(minutesAgo(12), 'summarize', {
      question: 'What do people say about the waiting time?',
      sentences: 8,
    }),
  ]
}

/** Starts a run and cancels it; tries again if the run was faster. */
async function cancelOne(client: Awaited<ReturnType<Cast['as']>>, projectId: string): Promise<void> {
  const { id } = await client.call(api.startRun, { name: 'themes', projectId })
  try {
    await client.call(api.cancelRun, { runId: id })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'run_finished')) throw error
    await cancelOne(client, projectId)
  }
}
