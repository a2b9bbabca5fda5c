import { ApiError } from '#client'
import {
  cancelRun,
  createSkill,
  createTracker,
  getRun,
  getTracker,
  type Input,
  startRun,
  updateTracker,
} from '#contract'
import type { Cast } from './people.ts'
import { dateIn, daysAgo, minutesAgo, type Scene } from './scene.ts'
import { until } from './until.ts'

type Definition = Omit<Input<typeof createTracker>, 'projectId'>

const trackers: [days: number, definition: Definition][] = [
  [72, { name: 'On the phone', phrases: [{ text: 'on hold' }, { text: 'Warteschleife' }] }],
  [72, { name: 'Waiting time', query: 'waiting NEAR/3 (time OR room) OR Wartezeit OR "how long"' }],
  [
    66,
    { name: 'Online booking', phrases: [{ text: 'online booking' }, { text: 'book online', match: 'stem' }] },
  ],
  [
    57,
    {
      name: 'Price',
      phrases: [{ text: 'too expensive', match: 'stem' }],
      query: '(price OR invoice OR certificate) NOT "price list"',
    },
  ],
  [
    48,
    {
      name: 'Reminders',
      phrases: [{ text: 'reminder', match: 'stem' }, { text: 'Erinnerung' }, { text: 'التذكير' }],
    },
  ],
  [
    21,
    {
      name: 'Kind people',
      query: 'kind OR lovely OR grateful OR friendly',
      exclude: [{ text: 'kind regards' }],
    },
  ],
  [3, { name: 'Wheelchairs', phrases: [{ text: 'wheelchair', match: 'stem' }] }],
]

const ownSkill = `---
name: letter-to-the-team
description: A letter of one page to the team, with what patients said this week and one thing to try.
---
Write a letter to the team of a clinic. Begin with something that went well, in a patient's own words. Then say what
troubled patients most this week, and propose one thing to try that costs nothing. No more than a page.
`

/** Trackers, and skills that were run on what was gathered. @param projects by name */
export function findingOut({ as }: Cast, projects: Map<string, string>): Scene[] {
  const projectId = () => projects.get('Patient interviews') ?? ''
  const tracker = ([days, definition]: (typeof trackers)[number]): Scene => ({
    at: daysAgo(days, '13:00'),
    async play() {
      const amina = await as('amina')
      const { id } = await amina.call(createTracker, { projectId: projectId(), ...definition })
      await searched(id)
      if (definition.name !== 'Reminders') return
      await amina.call(updateTracker, { trackerId: id, exclude: [{ text: 'Set a reminder' }] })
      await searched(id)
    },
  })
  const searched = async (trackerId: string) => {
    const amina = await as('amina')
    await until(async () => (await amina.call(getTracker, { trackerId })).backfill === null)
  }
  const run = (at: number, name: string, input: Input<typeof startRun>['input'] = {}): Scene => ({
    at,
    async play() {
      const amina = await as('amina')
      const { id } = await amina.call(startRun, { name, projectId: projectId(), input })
      await until(async () => (await amina.call(getRun, { runId: id })).finishedAt !== null)
    },
  })
  return [
    ...trackers.map(tracker),
    run(daysAgo(56, '17:00'), 'summarize', { tag: 'round 1', sentences: 6 }),
    run(daysAgo(32, '09:00'), 'themes'),
    run(daysAgo(31, '09:00'), 'summarize', { tag: 'round 3' }),
    run(daysAgo(19, '09:30'), 'sentiment', { from: dateIn(-60), to: dateIn(-19) }),
    {
      at: daysAgo(15, '10:00'),
      play: async () => (await as('amina')).call(createSkill, { content: ownSkill }),
    },
    {
      at: daysAgo(8, '16:20'),
      play: async () => cancelOne(await as('amina'), projectId()),
    },
    run(daysAgo(1, '09:30'), 'themes', { tag: 'round 2' }),
    run(daysAgo(1, '09:40'), 'sentiment'),
    run(minutesAgo(12), 'summarize', {
      question: 'What do people say about the waiting time?',
      sentences: 8,
    }),
  ]
}

/** Starts a run and cancels it; again where it was faster. */
async function cancelOne(client: Awaited<ReturnType<Cast['as']>>, projectId: string): Promise<void> {
  const { id } = await client.call(startRun, { name: 'themes', projectId })
  try {
    await client.call(cancelRun, { runId: id })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'run_finished')) throw error
    await cancelOne(client, projectId)
  }
}
