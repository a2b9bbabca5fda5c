import type { Database, Session } from '#database'
import type { Files } from '#files'
import { type Beginning, type End, entryName, formats } from './archive/format.ts'
import { type ArchiveWriter, writeArchive } from './archive/write-archive.ts'
import type { SharedFiles } from './destination/shared-files.ts'
import { BackupError } from './error.ts'
import { type HeldFiles, holdFiles, openHeldFiles, readingFrom } from './held-files.ts'
import { dumpFiles, shareFiles } from './stored-files.ts'
import { dumpTables, sequencesOf, tablesOf } from './tables/dump-tables.ts'
import { exchange } from './tables/session.ts'
import { verifyBackup } from './verify-backup.ts'

const attempts = 10
/** Any number that nothing else in this database locks. */
const advisoryLock = 0x6261636b

/** What to back up. */
export interface Origin {
  db: Database
  /** The uploaded files. */
  files: Files
  /** A folder in DATA_DIR that keeps files while nodes may remove them; null if nobody does. */
  held: string | null
  /** The ids of the secrets of the data. */
  secretIds: string[]
  /** The version of Aerie. */
  version: string
}

export interface Target {
  /** The new archive. */
  path: string
  /** The content of the file `secret`, if the archive is to include it. */
  secret?: string | undefined
  /** Where to add the uploaded files; into the archive by default. */
  shared?: SharedFiles | undefined
  /** Called before each of the steps that take long. */
  onStep?: (step: Step) => void
}

export type Step = 'tables' | 'files' | 'verifying'

export interface Made extends Omit<End, 'sums'> {
  /** The time of the snapshot. */
  at: string
  /** The size of the archive. */
  archiveBytes: number
}

/**
 * Writes a consistent snapshot of everything to an archive, and verifies it. With PostgreSQL, nodes keep running.
 * @throws BackupError for the operator; then no file is left behind
 */
export async function makeBackup(
  { db, files, held, secretIds, version }: Origin,
  { path, secret, shared, onStep = () => {} }: Target,
): Promise<Made> {
  const client = await db.pool.connect()
  let archive: ArchiveWriter | undefined
  let holding: HeldFiles | undefined
  try {
    if (held) {
      holding = await beginHolding(client, { files, held, shared })
    } else await begin(client)
    archive = await writeArchive(path)
    const beginning = {
      format: shared ? formats.filesBeside : formats.filesInside,
      version,
      ...(await beginningOf(client)),
      secretIds,
      withSecret: secret !== undefined,
    }
    await archive.add(entryName.beginning, `${JSON.stringify(beginning, null, 2)}\n`)
    onStep('tables')
    const rows = await dumpTables(client, beginning.tables, archive)
    onStep('files')
    const { read } = holding ?? { read: readingFrom(files) }
    const added = shared
      ? await shareFiles(client, read, archive, shared)
      : await dumpFiles(client, read, archive)
    if (secret !== undefined) await archive.add(entryName.secret, `${secret}\n`)
    onStep('verifying')
    const archiveBytes = await archive.finish(rows, added, (written) =>
      verifyBackup(written, 'compare sizes'),
    )
    return { at: beginning.at, rows, files: added, archiveBytes }
  } catch (error) {
    await archive?.abandon()
    throw error
  } finally {
    // The lock ends last. Without it, what is held belongs to another backup.
    try {
      await holding?.release()
    } finally {
      await client.end()
    }
  }
}

async function begin(client: Session): Promise<void> {
  await client.query(`begin isolation level repeatable read read only; ${exchange}`)
}

/** One backup of a database at a time, until the transaction ends. */
async function takeLock(client: Session): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as free', [advisoryLock])
  if (!rows[0].free) throw new BackupError('Another backup of this database is running.')
}

interface Holding extends Pick<Origin, 'files'>, Pick<Target, 'shared'> {
  held: string
}

/** Takes a snapshot and keeps its files. If one was removed in between, it starts over. */
async function beginHolding(client: Session, { files, held, shared }: Holding): Promise<HeldFiles> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await begin(client)
    await takeLock(client)
    const holding = await openHeldFiles(files, held, shared)
    let holds = false
    try {
      holds = await holdFiles(client, holding)
    } finally {
      if (!holds) await holding.release()
    }
    if (holds) return holding
    await client.query('rollback')
  }
  throw new BackupError('Files that the database refers to are missing in the file storage.')
}

async function beginningOf(
  client: Session,
): Promise<Pick<Beginning, 'at' | 'migrations' | 'tables' | 'sequences'>> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations order by name',
  )
  const { rows: now } = await client.query<{ at: string }>('select now() as at')
  return {
    at: now[0]?.at ?? '',
    migrations: rows,
    tables: await tablesOf(client),
    sequences: await sequencesOf(client),
  }
}
