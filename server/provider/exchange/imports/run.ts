import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ImportKind } from '#contract'
import type { Database, Transaction } from '#database'
import { FileMissingError, type Files } from '#files'
import { type Job, newId } from '#platform'
import { itemKind } from './kinds/items.ts'
import {
  type Flag,
  failed,
  type Importer,
  type Outcome,
  type ParsedRow,
  type Problem,
  type RecordKind,
} from './kinds/kind.ts'
import { patientKind } from './kinds/patients.ts'
import { stockKind } from './kinds/stock.ts'
import { type FileFormat, type FileRow, readStored } from './reading/file.ts'
import { rowsOf } from './reading/read.ts'

export type ImportJob = Job<{ importId: string }>

/** A batch is one transaction, which the embedded database makes everyone wait for. */
const rowsAtOnce = 200
const keyAtMost = 300

const kinds: Record<ImportKind, RecordKind> = { patients: patientKind, items: itemKind, stock: stockKind }

/**
 * Imports a file in batches. Each batch is one transaction with its records, the keys of its rows and the progress. If the
 * process is killed, the next run repeats at most the batch that was not committed. Of two simultaneous runs, one stops at
 * the first batch that the other has committed.
 */
export const createRun = (files: Files): ImportJob => ({
  name: 'imports.run',
  // Each continues where the one before was interrupted.
  retries: { limit: 30, delaySeconds: 5 },
  async run({ db, signal }, { importId }) {
    const started = await start(db, importId)
    if (!started) return
    try {
      await importRows(db, signal, started, files)
    } catch (error) {
      if (!(error instanceof FileMissingError)) throw error
      await end(db, files, importId, 'The file is missing from the file storage.')
      return
    }
    await end(db, files, importId, null)
  },
  giveUp: ({ db }, { importId }) =>
    end(db, files, importId, 'The import was interrupted repeatedly. Import the file again to continue.'),
})

interface Started {
  id: string
  kind: ImportKind
  dryRun: boolean
  fileKey: string
  format: FileFormat
  columns: Record<string, string>
  keyColumn: string | null
  done: number
  importer: Importer
}

/** @returns undefined if the import has ended */
async function start(db: Database, id: string): Promise<Started | undefined> {
  const found = await db.reader
    .updateTable('imports')
    .from('users')
    .set({ status: 'running' })
    .whereRef('users.id', '=', 'imports.createdBy')
    .where('imports.id', '=', id)
    .where('imports.status', 'in', ['queued', 'running'])
    .returning(['imports.fileKey', 'imports.dryRun', 'imports.keyColumn', 'imports.done', 'users.name'])
    .returning(['imports.createdBy', 'imports.apiKeyId', 'imports.apiKeyName', 'imports.apiKeyPrefix'])
    .returning([
      sql<ImportKind>`imports.kind`.as('kind'),
      sql<FileFormat>`format`.as('format'),
      sql<Record<string, string>>`columns`.as('columns'),
    ])
    .executeTakeFirst()
  if (!found) return undefined
  const { apiKeyId, apiKeyName, apiKeyPrefix, createdBy: userId, name, fileKey, ...rest } = found
  const apiKey =
    apiKeyId === null ? null : { id: apiKeyId, name: apiKeyName ?? '', prefix: apiKeyPrefix ?? '' }
  return { ...rest, id, fileKey: fileKey!, importer: { userId, name, apiKey } }
}

async function importRows(db: Database, signal: AbortSignal, given: Started, files: Files): Promise<void> {
  let { done } = given
  let skipped = 0
  // A dry run writes no keys, and a repeated key can be in any batch.
  const firstWithKey = new Map<string, number>()
  let batch: Row[] = []
  for await (const row of rowsOf(readStored(files, given.fileKey), given.format)) {
    signal.throwIfAborted()
    const read = readRow(given, row, firstWithKey)
    if (skipped < given.done) {
      skipped++
      continue
    }
    batch.push(read)
    if (batch.length < rowsAtOnce) continue
    if (!(await importBatch(db, given, done, batch))) return
    done += batch.length
    batch = []
  }
  if (batch.length > 0) await importBatch(db, given, done, batch)
}

type Row = Outcome | (Omit<ParsedRow<unknown>, 'recordId'> & { digest: Buffer })

/** Reads the fields and the key of a row. A key is imported once: rows that repeat it fail. */
function readRow(
  { kind: name, columns, keyColumn }: Started,
  { number, values, problem }: FileRow,
  firstWithKey: Map<string, number>,
): Row {
  if (problem) return failed(number, { field: null, message: problem })
  const kind = kinds[name]
  const fields = new Map(
    Object.entries(columns).map(([column, field]) => [field, values.get(column) ?? null]),
  )
  const parsed = kind.parse(fields)
  const key = keyColumn === null ? null : String(values.get(keyColumn) ?? '').trim()
  const problems = [
    ...(key === null ? [] : problemsOfKey(key)),
    ...('problems' in parsed ? parsed.problems : []),
  ]
  if (problems.length > 0 || !('fields' in parsed)) return failed(number, ...problems)
  const known = key ?? kind.keyOf!(parsed.fields)
  const first = firstWithKey.get(known)
  if (first !== undefined)
    return failed(number, { field: key === null ? null : 'key', message: `The same key as row ${first}` })
  firstWithKey.set(known, number)
  const digest = createHash('sha256').update(JSON.stringify(parsed.fields)).digest()
  return { number, key: known, fields: parsed.fields, digest }
}

const problemsOfKey = (key: string) =>
  key === ''
    ? [{ field: 'key', message: 'Enter a value: this column identifies the row' }]
    : key.length > keyAtMost || key.includes('\0') || !key.isWellFormed()
      ? [{ field: 'key', message: `Enter at most ${keyAtMost} characters that can be stored` }]
      : []

class DryRun extends Error {
  readonly outcomes: Outcome[]
  constructor(outcomes: Outcome[]) {
    super('Rolls back')
    this.outcomes = outcomes
  }
}

/** @returns false if another run imported this batch, or the import has ended */
async function importBatch(db: Database, given: Started, done: number, batch: Row[]): Promise<boolean> {
  let outcomes: Outcome[] | undefined
  if (given.dryRun) {
    const rolledBack = await db
      .transaction(async (tx) => {
        throw new DryRun(await apply(tx, given, batch))
      })
      .catch((error: unknown) => error)
    if (!(rolledBack instanceof DryRun)) throw rolledBack
    outcomes = rolledBack.outcomes
  }
  return db.transaction(async (tx) => {
    const { done: current, status } = await tx
      .selectFrom('imports')
      .select(['done', 'status'])
      .where('id', '=', given.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (current !== done || status !== 'running') return false
    await note(tx, given, outcomes ?? (await apply(tx, given, batch)))
    return true
  })
}

/** Writes the records of a batch, and which row each of them came from. */
async function apply(tx: Transaction, { id, kind, importer }: Started, batch: Row[]): Promise<Outcome[]> {
  // Imports of one kind take turns, so that a key is not imported by two of them. Statistics from before a large import would let
  // PostgreSQL read whole tables for each batch.
  await sql`select pg_advisory_xact_lock(hashtextextended('import of ' || ${kind}::text, 0)),
    set_config('enable_seqscan', 'off', true)`.execute(tx)
  const outcomes = batch.filter((row): row is Outcome => 'result' in row)
  const rows = batch.filter((row) => 'digest' in row)
  const { rows: imported } = await sql<{ key: string; recordId: string; digest: Buffer }>`
    select key, record_id, digest from unnest(${rows.map(({ key }) => key)}::text[]) as key
    join imported_records using (key) where kind = ${kind}`.execute(tx)
  const known = new Map(imported.map((row) => [row.key, row]))
  const isSame = ({ key, digest }: { key: string; digest: Buffer }) => known.get(key)?.digest.equals(digest)
  for (const row of rows.filter(isSame))
    outcomes.push({ number: row.number, result: 'unchanged', recordId: known.get(row.key)!.recordId })
  const rest = rows.filter((row) => !isSame(row))
  if (rest.length === 0) return outcomes
  const parsed = rest.map(({ number, key, fields }) => ({
    ...{ number, key, fields },
    recordId: known.get(key)?.recordId ?? null,
  }))
  const written = await kinds[kind].write(tx, importer, parsed, id)
  const recordOf = new Map(
    written.flatMap((outcome) => ('recordId' in outcome ? [[outcome.number, outcome.recordId]] : [])),
  )
  const noted = rest.filter(({ number }) => recordOf.has(number))
  await sql`
    insert into imported_records (kind, key, record_id, digest, import_id)
    select ${kind}, key, record_id, digest, ${id}::uuid from unnest(
      ${noted.map(({ key }) => key)}::text[],
      ${noted.map(({ number }) => recordOf.get(number))}::uuid[],
      ${noted.map(({ digest }) => digest)}::bytea[]) as noted (key, record_id, digest)
    on conflict (kind, key) do update set digest = excluded.digest, import_id = excluded.import_id`.execute(
    tx,
  )
  return [...outcomes, ...written]
}

/** Writes the progress and what is wrong with rows. */
async function note(tx: Transaction, { id }: Started, outcomes: Outcome[]): Promise<void> {
  const count = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result).length
  const plus = (column: string, added: number) => sql<number>`${sql.ref(column)} + ${added}`
  await tx
    .updateTable('imports')
    .set({
      done: plus('done', outcomes.length),
      created: plus('created', count('created')),
      updated: plus('updated', count('updated')),
      unchanged: plus('unchanged', count('unchanged')),
      flagged: plus('flagged', count('flagged')),
      failed: plus('failed', count('failed')),
    })
    .where('id', '=', id)
    .execute()
  const errors = outcomes
    .flatMap((outcome) =>
      'problems' in outcome
        ? outcome.problems.map((problem: Problem | Flag) => ({
            row: outcome.number,
            kind: 'kind' in problem ? problem.kind : 'error',
            field: problem.field,
            message: problem.message.slice(0, 500).toWellFormed(),
            patientId: problem.patientId ?? null,
          }))
        : [],
    )
    .sort((a, b) => a.row - b.row)
  if (errors.length === 0) return
  // Ids created within a millisecond are not ordered, and errors are listed by theirs.
  const ids = errors.map(newId).sort()
  await tx
    .insertInto('importErrors')
    .values(errors.map((error, n) => ({ ...error, id: ids[n]!, importId: id })))
    .execute()
}

/** Ends an import, and removes its file. If the process is killed before that, the sweep removes the file. */
async function end(db: Database, files: Files, id: string, error: string | null): Promise<void> {
  const fileKey = await db.transaction(async (tx) => {
    const open = await tx
      .selectFrom('imports')
      .select(['fileKey', 'done', 'total'])
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'running'])
      .forUpdate()
      .executeTakeFirst()
    // Another run is importing the rest.
    if (!open || (error === null && open.done < open.total)) return null
    await tx
      .updateTable('imports')
      .set({
        status: error === null ? 'done' : 'failed',
        error,
        fileKey: null,
        finishedAt: sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute()
    return open.fileKey
  })
  if (fileKey !== null) await files.remove([fileKey])
}
