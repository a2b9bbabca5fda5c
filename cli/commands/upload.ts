import { extname } from 'node:path'
import { createSource, listSourceFormats } from '#contract'
import { refuseInvalid } from '../check.ts'
import { Failure, UsageError } from '../failure.ts'
import { misuse } from '../parse.ts'
import type { Session } from '../session.ts'
import { printJsonLines } from '../show/json.ts'
import { printLine, say } from '../terminal.ts'
import { externalIdOf, type Found, findFiles } from '../upload/found.ts'
import { size, startProgress } from '../upload/progress.ts'
import { FileFailure, type Outcome, send } from '../upload/send.ts'
import { waitUntilRead } from '../upload/wait-until-read.ts'
import type { Command, Input } from './command.ts'
import { besideFile, optionsOf } from './fields.ts'

const detailNames = ['tags', 'author', 'occurredAt', 'metadata']
const mostAtOnce = 16

export const upload: Command = {
  words: ['sources', 'upload'],
  summary: 'Send files to a project; what is there already is not sent again.',
  arguments: [{ name: 'FILE', field: 'paths', many: true }],
  options: [
    { name: 'project', field: 'projectId', kind: 'text', value: 'ID', required: true },
    { name: 'recursive', field: 'recursive', kind: 'flag', means: [true], summary: 'Folders, too' },
    {
      name: 'external-id-from',
      field: 'externalIdFrom',
      kind: 'text',
      value: 'path|name',
      summary: 'Know each file by its path as typed, or by its name: with other content it is a new version',
    },
    ...optionsOf(createSource).filter(({ field }) => detailNames.includes(field)),
    {
      name: 'concurrency',
      field: 'concurrency',
      kind: 'number',
      value: 'NUMBER',
      summary: `How many are sent at once, up to ${mostAtOnce}; otherwise 4`,
    },
    { name: 'wait', field: 'wait', kind: 'flag', means: [true], summary: 'Until the server has read them' },
    { name: 'json', field: '--json', kind: 'flag', means: [true], summary: 'Print a line of JSON per file' },
  ],
  notes: ['Interrupted, it goes on where it was when the same command is given again.'],
  run: perform,
}

interface Wanted {
  projectId: string
  paths: string[]
  recursive?: boolean
  externalIdFrom?: 'path' | 'name'
  concurrency?: number
  wait?: boolean
  '--json'?: boolean
}

interface Report {
  path: string
  outcome: Outcome | 'failed'
  sourceId: string | null
  error: string | null
}

async function perform(input: Input, session: Session): Promise<void> {
  const wanted = input as unknown as Wanted
  const details = Object.fromEntries(Object.entries(input).filter(([field]) => detailNames.includes(field)))
  refuseMisuse(wanted, details)
  const { maxBytes, data: formats } = await session.call(listSourceFormats, {})
  const files = await findFiles(wanted.paths, wanted.recursive === true)
  if (wanted.externalIdFrom === 'name') refuseSameNames(files)
  const progress = startProgress(files)
  const reports: Report[] = []
  try {
    await inParallel(files, wanted.concurrency ?? 4, async (file) => {
      const report = await sendOne(file)
      reports.push(report)
      progress.done(file, report.outcome, report.error)
      if (wanted['--json']) await printJsonLines([report])
    })
  } finally {
    progress.end()
    if (!wanted['--json']) await printLine(summaryOf(reports, files.length))
    if (session.signal.aborted) say('The same command goes on from here.')
  }
  if (reports.some(({ outcome }) => outcome === 'failed')) throw new Failure('Not all files were taken.')

  async function sendOne(file: Found): Promise<Report> {
    const { path } = file
    try {
      const wrong = file.wrong ?? wrongSize(file, maxBytes)
      if (wrong) throw new FileFailure(wrong)
      const externalId = wanted.externalIdFrom && externalIdOf(path, wanted.externalIdFrom)
      const said = { ...details, ...(externalId && { externalId }) }
      const sent = await send(
        session,
        wanted.projectId,
        { ...file, mimeType: mimeTypeOf(path) },
        said,
        (bytes) => progress.sent(file, bytes),
      )
      const error = wanted.wait ? await waitUntilRead(session, sent.source.id) : null
      return { path, outcome: error ? 'failed' : sent.outcome, sourceId: sent.source.id, error }
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error
      return { path, outcome: 'failed', sourceId: null, error: error.message }
    }
  }

  function mimeTypeOf(path: string): string {
    const extension = extname(path).slice(1).toLowerCase()
    return formats.find(({ extensions }) => extensions.includes(extension))?.mimeTypes[0] ?? ''
  }
}

/** @throws UsageError with a line for each option that is wrong */
function refuseMisuse({ projectId, externalIdFrom, concurrency = 4 }: Wanted, details: Input): void {
  const operation = { ...createSource, body: besideFile(createSource) }
  refuseInvalid(upload, operation, { params: { projectId }, query: {}, body: details })
  if (externalIdFrom && !['path', 'name'].includes(externalIdFrom)) {
    throw misuse(upload, ['--external-id-from: path or name'])
  }
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > mostAtOnce) {
    throw misuse(upload, [`--concurrency: a whole number from 1 to ${mostAtOnce}`])
  }
}

/** One would be taken for a new version of the other. */
function refuseSameNames(files: readonly Found[]): void {
  const seen = new Map<string, string>()
  for (const { path } of files) {
    const name = externalIdOf(path, 'name')
    const other = seen.get(name)
    if (other) {
      throw new UsageError(
        `${other} and ${path} have one name. Use --external-id-from path, or send them apart`,
      )
    }
    seen.set(name, path)
  }
}

function wrongSize({ bytes }: Found, maxBytes: number): string | undefined {
  if (bytes === 0) return 'is empty'
  return bytes > maxBytes ? `has ${size(bytes)}; the server takes up to ${size(maxBytes)}` : undefined
}

/** Works on so many at once. The first that throws ends it, once those under way have ended. */
async function inParallel<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>) {
  let next = 0
  let isOver = false
  const workers = Array.from({ length: Math.min(atOnce, all.length) }, async () => {
    while (!isOver && next < all.length) {
      await work(all[next++] as T).catch((error) => {
        isOver = true
        throw error
      })
    }
  })
  const ended = await Promise.allSettled(workers)
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

function summaryOf(reports: readonly Report[], files: number): string {
  const outcomes = ['new', 'new version', 'unchanged', 'failed'] as const
  const counts = outcomes.map(
    (outcome) => [outcome, reports.filter((one) => one.outcome === outcome).length] as const,
  )
  const left = files - reports.length
  const said = counts.filter(([, count]) => count > 0).map(([outcome, count]) => `${count} ${outcome}`)
  if (left > 0) said.push(`${left} not sent`)
  return said.join(', ') || 'There was nothing to send.'
}
