import { readFile } from 'node:fs/promises'
import * as api from '#contract'
import { protectedPdf } from '../../engines/extraction/testing/pdf.ts'
import { untilRead } from '../../server/testing/until.ts'
import { focusGroup, interviewWithACarer, scannedLetter } from './office-files.ts'
import type { Cast } from './people.ts'
import { readRecords } from './read-records.ts'
import { dateIn, daysAgo, type Scene, scene } from './scene.ts'
import {
  callsOfTheFrontDesk,
  callWithMrsNovak,
  letterOfAPatient,
  plansForRoundTwo,
  suggestionBox,
  whatWeLearned,
} from './shared-files.ts'

interface Sources {
  files: (Pick<FileInput, 'title' | 'author' | 'tags' | 'metadata'> & { days: number; file: string })[]
  transcripts: { days: number; title: string; text: string }[]
}
type FileInput = Extract<api.Input<typeof api.createSource>, { file: Blob }>

/** Files that are created here and not read from the folder `interviews`. */
const createdFiles: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  'interview-with-a-carer.docx': interviewWithACarer,
  'focus-group-report.pdf': focusGroup,
  'calls-of-the-front-desk.xlsx': callsOfTheFrontDesk,
  'what-we-learned.pptx': whatWeLearned,
  'call-with-mrs-novak.odt': callWithMrsNovak,
  'plans-for-round-two.odp': plansForRoundTwo,
  'suggestion-box.ods': suggestionBox,
  'letter-of-a-patient.rtf': letterOfAPatient,
  'letter-of-thanks.pdf': scannedLetter,
  'report-of-the-insurer.pdf': protectedPdf,
}

/** Creates projects, one of them archived and one deleted, and their sources. Puts project ids by name into `ids`. */
export function addSources({ as }: Cast, ids: Map<string, string>): Scene[] {
  const { files, transcripts } = readRecords<Sources>('sources')
  const project = (days: number, name: string, description: string): Scene =>
    scene(daysAgo(days, '09:30'), async () => {
      ids.set(name, (await (await as('amina')).call(api.createProject, { name, description })).id)
    })
  const patientInterviews = () => ids.get('Patient interviews') ?? ''
  const read = async ({ id }: api.Source) => untilRead(await as('amina'), id)

  return [
    project(80, 'Patient interviews', 'What it is like to be a patient here: interviews, surveys and mail.'),
    project(79, 'Website of last year', 'What people said about the old website before it was replaced.'),
    project(78, 'Test', 'To see how it works.'),
    project(30, 'Staff suggestions', 'What the team would change. Sources come from the box in the kitchen.'),
    ...files.map(({ days, file: name, ...details }) =>
      scene(daysAgo(days - 1, '12:00'), async () => {
        const bytes = await (createdFiles[name]?.() ?? textOf(name, days))
        const file = new File([bytes as Uint8Array<ArrayBuffer>], name)
        const occurredAt = new Date(daysAgo(days, '14:00')).toISOString()
        const input = { projectId: patientInterviews(), file, externalId: name, occurredAt, ...details }
        await read(await (await as('amina')).call(api.createSource, input as FileInput))
      }),
    ),
    ...transcripts.map(({ days, title, text }) =>
      scene(daysAgo(days - 1, '12:30'), async () => {
        const occurredAt = new Date(daysAgo(days, '10:30')).toISOString()
        const input = { title, text, kind: 'transcript' as const, occurredAt, tags: ['interview'] }
        await read(
          await (await as('amina')).call(api.createSource, { projectId: patientInterviews(), ...input }),
        )
      }),
    ),
    scene(daysAgo(76, '16:00'), async () => {
      const projectId = ids.get('Website of last year') ?? ''
      const text = 'The old website had no prices and no telephone number. I gave up and came in person.'
      await read(await (await as('amina')).call(api.createSource, { projectId, title: 'A comment', text }))
    }),
    scene(daysAgo(29, '10:00'), async () => {
      const projectId = ids.get('Staff suggestions') ?? ''
      const text =
        'Put the price list where people can see it. Let somebody else answer the phone on Monday mornings.'
      await read(
        await (await as('sofia')).call(api.createSource, {
          projectId,
          title: 'From the box, week one',
          text,
        }),
      )
    }),
    scene(daysAgo(73, '10:00'), async () =>
      (await as('clara')).call(api.deleteProject, { projectId: ids.get('Test') ?? '' }),
    ),
    scene(daysAgo(62, '10:00'), async () =>
      (await as('amina')).call(api.updateProject, {
        projectId: ids.get('Website of last year') ?? '',
        archived: true,
      }),
    ),
  ]
}

/** Reads a file of the folder `interviews` and fills in its dates. */
async function textOf(name: string, days: number): Promise<Uint8Array> {
  const text = await readFile(new URL(`interviews/${name}`, import.meta.url), 'utf8')
  let later = 0
  return Buffer.from(
    text
      .replace(/^DAY/gm, () => dateIn(later++ - days - 14))
      .replace('MAILDATE', new Date(daysAgo(days, '14:00')).toUTCString().replace('GMT', '+0000')),
  )
}
