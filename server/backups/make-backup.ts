import type { PoolClient } from 'pg'
import type { Database } from '#platform'
import { type Beginning, type End, formats, nameOf } from './archive/format.ts'
import { type ArchiveWriter, writeArchive } from './archive/write-archive.ts'
import type { SharedFiles } from './destination/shared-files.ts'
import { BackupError } from './error.ts'
import { dumpFiles, holdFiles, removeLinks, shareFiles } from './stored-files.ts'
import { dumpTables, sequencesOf, tablesOf } from './tables/dump-tables.ts'
import { exchange } from './tables/session.ts'
import { verifyBackup } from './verify-backup.ts'

const attempts = 10
/** Any number that nothing else in this database locks. */
const advisoryLock = 0x6261636b

/** What to back up. */
export interface Origin {
  db: Database
  /** The folder of the uploaded files. */
  files: string
  /** A folder on the same disk for links to these files while nodes may remove them; null if nobody does. */
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
  shared?: SharedFiles
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
  { db, files: folder, held, secretIds, version }: Origin,
  { path, secret, shared, onStep = () => {} }: Target,
): Promise<Made> {
  const client = await db.pool.connect()
  let archive: ArchiveWriter | undefined
  let holds = false
  try {
    if (held) {
      await beginHolding(client, folder, held)
      holds = true
    } else await begin(client)
    archive = await writeArchive(path)
    const beginning = {
      format: shared ? formats.filesBeside : formats.filesInside,
      version,
      ...(await beginningOf(client)),
      secretIds,
      withSecret: secret !== undefined,
    }
    await archive.add(nameOf.beginning, `${JSON.stringify(beginning, null, 2)}\n`)
    onStep('tables')
    const rows = await dumpTables(client, beginning.tables, archive)
    onStep('files')
    const files = shared
      ? await shareFiles(client, held ?? folder, archive, shared)
      : await dumpFiles(client, held ?? folder, archive)
    if (secret !== undefined) await archive.add(nameOf.secret, `${secret}\n`)
    onStep('verifying')
    const archiveBytes = await archive.finish(rows, files, (written) =>
      verifyBackup(written, 'compare sizes'),
    )
    return { at: beginning.at, rows, files, archiveBytes }
  } catch (error) {
    await archive?.abandon()
    throw error
  } finally {
    // The lock ends with the connection. Without it, the links are those of another backup.
    if (held && holds) await removeLinks(held).finally(() => client.release(true))
    else client.release(true)
  }
}

async function begin(client: PoolClient): Promise<void> {
  await client.query(`begin isolation level repeatable read read only; ${exchange}`)
}

/** One backup of a database at a time, until the transaction ends. */
async function takeLock(client: PoolClient): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as free', [advisoryLock])
  if (!rows[0].free) throw new BackupError('Another backup of this database is running.')
}

/** Takes a snapshot and links its files. If one was removed in between, it starts over. */
async function beginHolding(client: PoolClient, files: string, held: string): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await begin(client)
    await takeLock(client)
    // Of a backup that was killed.
    await removeLinks(held)
    let holds = false
    try {
      holds = await holdFiles(client, files, held)
    } finally {
      if (!holds) await removeLinks(held)
    }
    if (holds) return
    await client.query('rollback')
  }
  throw new BackupError(`Files that the database refers to are missing in ${files}.`)
}

async function beginningOf(
  client: PoolClient,
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
