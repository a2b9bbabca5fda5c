import {
  createProject,
  createSource,
  createTracker,
  listSources,
  type Operation,
  type Output,
  type Project,
} from '#contract'
import { call } from '../../api.ts'

const project = {
  name: 'Sample: booking appointments',
  description:
    'Made-up interviews to explore Aerie with. Delete this project when you no longer need it: its sources, trackers and results go with it.',
  language: 'en',
} as const

/** Made-up transcripts, one speaker turn per line. */
const interviews = [
  {
    title: 'Interview with Maria',
    author: 'Maria',
    tags: ['patient'],
    text: `Interviewer: How did you book your last appointment?
Maria: I called three times. Each time I was on hold for about twenty minutes, and then the line went dead.
Interviewer: What did you do then?
Maria: I drove to the clinic. The receptionist was friendly and found a slot in two minutes.
Maria: I would love to book online, but the website asked for a customer number that nobody ever gave me.`,
  },
  {
    title: 'Interview with Jonas',
    author: 'Jonas',
    tags: ['patient'],
    text: `Interviewer: Tell me about the online booking.
Jonas: It is great. I booked at eleven at night and had an appointment the next morning.
Jonas: Only the reminder is annoying. It arrived at three in the morning and woke me up.
Interviewer: Did you change anything?
Jonas: I turned the reminders off, and then I missed my next appointment.`,
  },
  {
    title: 'Interview with Aisha from the front desk',
    author: 'Aisha',
    tags: ['staff'],
    text: `Interviewer: What takes most of your time?
Aisha: The phone. Half of the callers only want to move an appointment.
Aisha: While I am on the phone, people wait at the desk, and everyone gets impatient.
Interviewer: What would help?
Aisha: If patients could move appointments themselves. And clear prices: many ask what a visit costs, and I have to look it up.`,
  },
  {
    title: 'Interview with Tom',
    author: 'Tom',
    tags: ['patient', 'carer'],
    text: `Interviewer: You book for your mother?
Tom: Yes. I need one account for both of us, but the website allows only one person.
Tom: The price was a surprise, too. Nobody told us that the longer visit costs twice as much.
Interviewer: How did that make you feel?
Tom: Frustrated. We like the doctors, but the booking is confusing.`,
  },
  {
    title: 'Interview with Li',
    author: 'Li',
    tags: ['patient'],
    text: `Interviewer: How do you usually book?
Li: By phone, early in the morning. After nine you wait on hold forever.
Li: Last week they sent a text message with the price before the visit. That was helpful.
Interviewer: Would you book online?
Li: I tried. I forgot my password, and the reset email never arrived.`,
  },
]

const trackers = [
  { name: 'Waiting', phrases: [{ text: 'on hold' }, { text: 'wait' }] },
  { name: 'Prices', phrases: [{ text: 'price' }, { text: 'cost' }] },
  { name: 'Reminders', phrases: [{ text: 'reminder' }] },
]

/** The number of records that `addSampleProject` creates. */
export const sampleSteps = 1 + interviews.length + trackers.length

/**
 * Creates a project with made-up sources and trackers, and returns its id. Calling it again with the same `attempt` continues
 * after a failure. `onStep` is called with the number of records so far.
 */
export async function addSampleProject(attempt: string, onStep: (done: number) => void): Promise<string> {
  let done = 0
  const create = async (operation: Operation, input: object) => {
    const result = await call(operation, input, { idempotencyKey: `${attempt}-${done}` })
    onStep(++done)
    return result
  }
  const { id: projectId } = (await create(createProject, project)) as Project
  for (const interview of interviews)
    await create(createSource, { projectId, kind: 'transcript', ...interview })
  await whenRead(projectId)
  for (const tracker of trackers) await create(createTracker, { projectId, ...tracker })
  return projectId
}

/** Waits until the sources are read, for half a minute at most, so that trackers find their mentions at once. */
async function whenRead(projectId: string): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const { data } = (await call(listSources, { projectId }, {})) as Output<typeof listSources>
    if (data.every(({ status }) => status === 'ready' || status === 'failed')) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
