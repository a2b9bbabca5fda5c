import { readFile } from 'node:fs/promises'
import {
  createProject,
  createSource,
  deleteProject,
  getSource,
  type Input,
  type Output,
  updateProject,
} from '#contract'
import { focusGroup, interviewWithACarer, protectedPdf, scannedLetter } from './office-files.ts'
import type { Cast } from './people.ts'
import { dateIn, daysAgo, type Scene } from './scene.ts'
import { until } from './until.ts'

type Said = Pick<
  Extract<Input<typeof createSource>, { file: Blob }>,
  'title' | 'author' | 'tags' | 'metadata'
>

/** Files of every format that Aerie reads, and the day on which what they tell was said. */
const files: [days: number, name: string, said: Said, content?: () => Promise<Uint8Array>][] = [
  [
    74,
    'maria-k-at-the-kitchen-table.md',
    {
      title: 'Maria K., at her kitchen table',
      author: 'Amina Haddad',
      tags: ['interview', 'round 1'],
      metadata: { age: 67, place: 'at home' },
    },
  ],
  [
    70,
    'jonas-phone-call.vtt',
    {
      title: 'Jonas, father of a three-year-old, by telephone',
      tags: ['interview', 'round 1'],
      metadata: { age: 34, minutes: 1 },
    },
  ],
  [
    63,
    'waiting-room-conversation.srt',
    { title: 'Mr Petrov in the waiting room', tags: ['interview', 'round 1'] },
  ],
  [58, 'survey-first-round.csv', { title: 'Survey, first round', tags: ['survey', 'round 1'] }],
  [54, 'app-reviews.json', { title: 'Reviews of the booking app', tags: ['public'] }],
  [
    50,
    'complaint-about-a-reminder.eml',
    { title: 'Your reminder came after my appointment', tags: ['mail'] },
  ],
  [45, 'neighbourhood-forum.html', { title: 'A thread on the neighbourhood forum', tags: ['public'] }],
  [
    40,
    'interview-with-a-carer.docx',
    { title: 'Interview with a carer', author: 'Amina Haddad', tags: ['interview'] },
    interviewWithACarer,
  ],
  [
    33,
    'focus-group-report.pdf',
    { title: 'Report of the focus group', author: 'Amina Haddad', tags: ['focus group'] },
    focusGroup,
  ],
  [
    28,
    'home-visit.txt',
    {
      title: 'Home visit to Mr Adeyemi',
      author: 'Dr. Tomasz Nowak',
      tags: ['interview', 'round 2'],
      metadata: { age: 82, place: 'at home' },
    },
  ],
  [
    24,
    'gespraech-mit-frau-sommer.txt',
    { title: 'Gespräch mit Frau Sommer', author: 'Amina Haddad', tags: ['interview', 'round 2'] },
  ],
  [20, 'survey-second-round.csv', { title: 'Survey, second round', tags: ['survey', 'round 2'] }],
  [16, 'letter-of-thanks.pdf', { title: 'A letter of thanks, scanned', tags: ['mail'] }, scannedLetter],
  [
    14,
    'second-call-with-jonas.vtt',
    { title: 'Jonas again, eight weeks later', tags: ['interview', 'round 2'] },
  ],
  [
    10,
    'front-desk-in-arabic.txt',
    { title: 'حديث مع السيدة ليلى', author: 'Amina Haddad', tags: ['interview', 'round 2'] },
  ],
  [7, 'thank-you-for-the-screen.eml', { title: 'The screen in the waiting room', tags: ['mail'] }],
  [5, 'report-of-the-insurer.pdf', { title: 'Report of the insurer', tags: ['public'] }, protectedPdf],
  [
    2,
    'what-the-front-desk-hears.md',
    { title: 'What the front desk hears', author: 'Sofia Marković', tags: ['round 2'] },
  ],
]

/** Texts that came as JSON, as a script sends what it read elsewhere. */
const transcripts: [days: number, title: string, text: string][] = [
  [
    37,
    'Omar, by video',
    'Amina: What brought you here?\nOmar: My back. I was on hold for ten minutes and then got an appointment for the next day, so I will not complain.\nAmina: How was the waiting time?\nOmar: Long. But the nurse brought me a chair with arms, without my asking.\nAmina: And the invoice?\nOmar: The certificate was too expensive. Twenty-five euros for a signature.',
  ],
  [
    18,
    'Mrs Nguyen, at the front desk',
    'Sofia: You wanted to tell us something?\nMrs Nguyen: The reminder at noon is perfect. My husband never forgets an appointment now.\nSofia: And online booking?\nMrs Nguyen: I like it, but I was afraid to lose the slot while I looked for my card. Ten minutes is enough, though.',
  ],
]

/** Two projects that go on, one that is archived, and one that was deleted. `ids` is filled with them by name. */
export function gatheringSources({ as }: Cast, ids: Map<string, string>): Scene[] {
  const project = (days: number, name: string, description: string): Scene => ({
    at: daysAgo(days, '09:30'),
    async play() {
      ids.set(name, (await (await as('amina')).call(createProject, { name, description })).id)
    },
  })
  const patientInterviews = () => ids.get('Patient interviews') ?? ''
  const read = async (source: Output<typeof createSource>) => {
    const amina = await as('amina')
    await until(async () =>
      ['ready', 'failed'].includes((await amina.call(getSource, { sourceId: source.id })).status),
    )
  }

  return [
    project(80, 'Patient interviews', 'What it is like to be a patient here: interviews, surveys and mail.'),
    project(79, 'Website of last year', 'What people said about the old website before it was replaced.'),
    project(78, 'Test', 'To see how it works.'),
    project(30, 'Staff suggestions', 'What the team would change. Sources come from the box in the kitchen.'),
    ...files.map(([days, name, said, content]) => ({
      at: daysAgo(days - 1, '12:00'),
      async play() {
        const bytes = await (content?.() ?? textOf(name, days))
        const file = new File([bytes as Uint8Array<ArrayBuffer>], name)
        const occurredAt = new Date(daysAgo(days, '14:00')).toISOString()
        const input = { projectId: patientInterviews(), file, externalId: name, occurredAt, ...said }
        await read(await (await as('amina')).call(createSource, input as Input<typeof createSource>))
      },
    })),
    ...transcripts.map(([days, title, text]) => ({
      at: daysAgo(days - 1, '12:30'),
      async play() {
        const occurredAt = new Date(daysAgo(days, '10:30')).toISOString()
        const said = { title, text, kind: 'transcript' as const, occurredAt, tags: ['interview'] }
        await read(await (await as('amina')).call(createSource, { projectId: patientInterviews(), ...said }))
      },
    })),
    {
      at: daysAgo(76, '16:00'),
      async play() {
        const projectId = ids.get('Website of last year') ?? ''
        const text = 'The old website had no prices and no telephone number. I gave up and came in person.'
        await read(await (await as('amina')).call(createSource, { projectId, title: 'A comment', text }))
      },
    },
    {
      at: daysAgo(29, '10:00'),
      async play() {
        const projectId = ids.get('Staff suggestions') ?? ''
        const text =
          'Put the price list where people can see it. Let somebody else answer the phone on Monday mornings.'
        await read(
          await (await as('sofia')).call(createSource, { projectId, title: 'From the box, week one', text }),
        )
      },
    },
    {
      at: daysAgo(73, '10:00'),
      play: async () => (await as('clara')).call(deleteProject, { projectId: ids.get('Test') ?? '' }),
    },
    {
      at: daysAgo(62, '10:00'),
      play: async () =>
        (await as('amina')).call(updateProject, {
          projectId: ids.get('Website of last year') ?? '',
          archived: true,
        }),
    },
  ]
}

/** A file of the folder `interviews`, its days filled in. */
async function textOf(name: string, days: number): Promise<Uint8Array> {
  const text = await readFile(new URL(`interviews/${name}`, import.meta.url), 'utf8')
  let later = 0
  return Buffer.from(
    text
      .replace(/^DAY/gm, () => dateIn(later++ - days - 14))
      .replace('MAILDATE', new Date(daysAgo(days, '14:00')).toUTCString().replace('GMT', '+0000')),
  )
}
