import { extname } from 'node:path'
import { createSource, listSourceFormats } from '#contract'
import { type Command, flag, type Input, option } from '../command.ts'
import { Failure, UsageError } from '../failure.ts'
import { usageError } from '../parse.ts'
import type { Session } from '../session.ts'
import { printJsonLines } from '../show/json.ts'
import { log, printLine } from '../show/terminal.ts'
import { externalIdOf, type FoundFile, findFiles } from '../upload/find-files.ts'
import { size, startProgress } from '../upload/progress.ts'
import { FileFailure, type Outcome, send, waitUntilRead } from '../upload/send.ts'
import { validateRequest } from '../validate.ts'
import { fieldsWithFile, optionsOf } from './fields.ts'

const detailNames = ['kind', 'tags', 'author', 'occurredAt', 'metadata']
const maxConcurrency = 16

export const upload: Command = {
  words: ['sources', 'upload'],
  summary: 'Upload files to a project, and wait until the server has read them. Existing files are skipped.',
  arguments: [{ name: 'FILE', field: 'paths', many: true }],
  options: [
    { name: 'project', field: 'projectId', kind: 'text', value: 'ID', required: true },
    flag('recursive', 'Include folders'),
    option(
      'external-id-from',
      'path|name',
      'Identify files by path or name: a changed file becomes a new version',
    ),
    ...optionsOf(createSource).filter(({ field }) => detailNames.includes(field)),
    option('concurrency', 'NUMBER', `Simultaneous uploads, up to ${maxConcurrency}. Default: 4`, {
      kind: 'number',
    }),
    flag('no-wait', 'Do not wait until the server has read the files'),
    flag('json', 'Print one line of JSON per file'),
  ],
  notes: ['To resume an interrupted upload, run the same command again.'],
  run: perform,
}

interface UploadInput {
  projectId: string
  paths: string[]
  '--recursive'?: boolean
  '--external-id-from'?: 'path' | 'name'
  '--concurrency'?: number
  '--no-wait'?: boolean
  '--json'?: boolean
}

interface Report {
  path: string
  outcome: Outcome | 'failed'
  sourceId: string | null
  error: string | null
}

async function perform(given: Input, session: Session): Promise<void> {
  const input = given as unknown as UploadInput
  const { projectId, '--external-id-from': externalIdFrom, '--concurrency': concurrency = 4 } = input
  const details = Object.fromEntries(Object.entries(given).filter(([field]) => detailNames.includes(field)))
  validate(input, details)
  const { maxBytes, data: formats } = await session.call(listSourceFormats, {})
  const files = await findFiles(input.paths, input['--recursive'] === true)
  if (externalIdFrom === 'name') rejectSameNames(files)
  const progress = startProgress(files)
  const reports: Report[] = []
  const printed = (report: Report) => (input['--json'] ? printJsonLines([report]) : undefined)
  const sent: [FoundFile, Report][] = []
  try {
    await inParallel(files, concurrency, async (file) => {
      const report = await sendOne(file)
      reports.push(report)
      progress.done(file, report.outcome, report.error)
      if (report.outcome === 'failed' || input['--no-wait']) await printed(report)
      else sent.push([file, report])
    })
    await inParallel(sent, concurrency, async ([file, report]) => {
      report.error = await waitUntilRead(session, report.sourceId!)
      if (report.error) report.outcome = 'failed'
      progress.read(file, report.error)
      await printed(report)
    })
  } finally {
    progress.end()
    if (!input['--json']) await printLine(summaryOf(reports, files.length))
    if (session.signal.aborted) log('Run the same command again to continue.')
  }
  if (reports.some(({ outcome }) => outcome === 'failed'))
    throw new Failure('Some files were not uploaded or could not be read.')

  async function sendOne(file: FoundFile): Promise<Report> {
    const { path } = file
    try {
      const problem = file.problem ?? problemWithSize(file, maxBytes)
      if (problem) throw new FileFailure(problem)
      const externalId = externalIdFrom && externalIdOf(path, externalIdFrom)
      const fields = { ...details, ...(externalId && { externalId }) }
      const typed = { ...file, mimeType: mimeTypeOf(path) }
      const sent = await send(session, projectId, typed, fields, (bytes) => progress.sent(file, bytes))
      return { path, outcome: sent.outcome, sourceId: sent.source.id, error: null }
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

/** @throws UsageError with one line for each invalid option */
function validate(input: UploadInput, details: Input): void {
  const { projectId, '--external-id-from': externalIdFrom, '--concurrency': concurrency = 4 } = input
  const operation = { ...createSource, body: fieldsWithFile(createSource) }
  validateRequest(upload, operation, { params: { projectId }, query: {}, body: details })
  if (externalIdFrom && !['path', 'name'].includes(externalIdFrom)) {
    throw usageError(upload, ['--external-id-from: path or name'])
  }
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > maxConcurrency) {
    throw usageError(upload, [`--concurrency: a whole number from 1 to ${maxConcurrency}`])
  }
}

/** Rejects files with the same name: one would become a new version of the other. */
function rejectSameNames(files: readonly FoundFile[]): void {
  const seen = new Map<string, string>()
  for (const { path } of files) {
    const name = externalIdOf(path, 'name')
    const other = seen.get(name)
    if (other) {
      throw new UsageError(
        `${other} and ${path} have the same name. Use --external-id-from path, or upload them separately`,
      )
    }
    seen.set(name, path)
  }
}

function problemWithSize({ bytes }: FoundFile, maxBytes: number): string | undefined {
  if (bytes === 0) return 'is empty'
  return bytes > maxBytes ? `has ${size(bytes)}; the limit is ${size(maxBytes)}` : undefined
}

/** Works on so many at once. The first error is thrown when the others under way have ended. */
async function inParallel<T>(all: readonly T[], concurrency: number, work: (one: T) => Promise<void>) {
  let next = 0
  let hasFailed = false
  const workers = Array.from({ length: Math.min(concurrency, all.length) }, async () => {
    while (!hasFailed && next < all.length) {
      await work(all[next++] as T).catch((error) => {
        hasFailed = true
        throw error
      })
    }
  })
  const results = await Promise.allSettled(workers)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

function summaryOf(reports: readonly Report[], files: number): string {
  const outcomes = ['new', 'new version', 'unchanged', 'failed'] as const
  const counts = outcomes.map(
    (name) => [reports.filter(({ outcome }) => outcome === name).length, name] as const,
  )
  const left = [files - reports.length, 'not sent'] as const
  const parts = [...counts, left].filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`)
  return parts.join(', ') || 'No files to upload.'
}
