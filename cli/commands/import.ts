import { setTimeout as wait } from 'node:timers/promises'
import { createImport, getImport, type Import, importKinds, listImportErrors } from '#contract'
import { type Command, flag } from '../command.ts'
import { Failure } from '../failure.ts'
import type { Session } from '../session.ts'
import { printJson } from '../show/json.ts'
import { sanitizeLines } from '../show/sanitize.ts'
import { log, printLine } from '../show/terminal.ts'
import { optionsOf } from './fields.ts'
import { requestOf } from './of-operation.ts'

const firstPollMs = 200
const slowestPollMs = 2000
const errorsShown = 100

/** Imports one file and waits for the end: `imports create` with arguments, progress and the rows that were not imported. */
export const importFile: Command = {
  words: ['import'],
  summary: 'Import patients, items or opening stock from CSV or NDJSON, and wait until it is done.',
  arguments: [
    { name: 'KIND', field: 'kind', choices: importKinds },
    { name: 'FILE', field: '--file' },
  ],
  options: [
    ...optionsOf(createImport).filter(({ field }) => field !== 'kind' && field !== 'dryRun'),
    flag('dry-run', 'Count and check without saving anything'),
    flag('no-wait', 'Do not wait until the import is done'),
    flag('json', 'Print the import as JSON'),
  ],
  notes: ['To resume an interrupted import, run the same command again: each row is imported once.'],
  async run({ '--dry-run': dryRun, '--no-wait': noWait, '--json': asJson, ...typed }, session) {
    const form = await requestOf(importFile, createImport, typed)
    const started = await session.call(createImport, { ...form, dryRun: dryRun === true } as never)
    const done = noWait ? started : await untilEnded(started, session)
    if (asJson) await printJson(done)
    else {
      await printLine(summaryOf(done))
      if (done.counts.flagged + done.counts.failed > 0) await printErrors(done, session)
    }
    if (done.status === 'failed') throw new Failure(done.error ?? 'The import failed.')
    if (done.counts.failed > 0) throw new Failure('Some rows were not imported.')
  },
}

async function untilEnded(started: Import, session: Session): Promise<Import> {
  let current = started
  let shown = -1
  try {
    for (let pause = firstPollMs; current.finishedAt === null; pause = Math.min(pause * 1.5, slowestPollMs)) {
      const { done, total } = current.progress
      if (done !== shown && done > 0) log(`${done} of ${total} rows`)
      shown = done
      await wait(pause, undefined, { signal: session.signal })
      current = await session.call(getImport, { importId: current.id }, { retry: { attempts: 9 } })
    }
    return current
  } catch (error) {
    log(`The import continues. See: aerie imports get ${started.id}`)
    throw error
  }
}

function summaryOf({ dryRun, counts, status, id }: Import): string {
  if (status === 'queued' || status === 'running') return `Import ${id} has started.`
  const parts = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))
  return `${dryRun ? 'Dry run, nothing was saved: ' : ''}${parts.join(', ') || 'no rows'}`
}

async function printErrors({ id: importId }: Import, session: Session): Promise<void> {
  const { data, nextCursor } = await session.call(listImportErrors, { importId, limit: errorsShown })
  for (const { row, column, field, message } of data) {
    const where = column ?? field
    await printLine(sanitizeLines(`Row ${row}${where ? `, ${where}` : ''}: ${message}`))
  }
  if (nextCursor) await printLine(`See all: aerie imports list-errors ${importId} --all`)
}
