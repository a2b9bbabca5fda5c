import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { version } from '../../service.ts'
import { CommandError, type Installation } from '../command.ts'
import { dumpFiles, holdFiles, removeLinks } from './dump-files.ts'
import { dumpTables, sequencesOf, tablesOf } from './dump-tables.ts'
import { type Beginning, type End, formatVersion, nameOf } from './format.ts'
import { exchange } from './session.ts'
import { type ArchiveWriter, writeArchive } from './write-archive.ts'

const attempts = 10
/** Any number that nothing else in this database locks. */
const advisoryLock = 0x6261636b

/**
 * Writes a consistent snapshot of everything to an archive at `path`. With PostgreSQL, nodes keep running.
 * @throws CommandError for the operator; then no file is left behind
 */
export async function makeBackup(
  { config, db }: Installation,
  { path, secret, withSecret }: { path: string; secret: string; withSecret: boolean },
): Promise<End & Pick<Beginning, 'at'>> {
  const client = await db.pool.connect()
  const files = join(config.dataDir, 'files')
  const held = join(config.dataDir, 'backing-up')
  let archive: ArchiveWriter | undefined
  let holds = false
  try {
    if (db.kind === 'postgresql') {
      await takeLock(client)
      holds = true
    }
    archive = await writeArchive(path)
    // Nobody else writes to an embedded database: this process has it exclusively.
    const folder = db.kind === 'embedded' ? files : held
    if (db.kind === 'embedded') await begin(client)
    else await beginHolding(client, files, held)
    const beginning = await beginningOf(client, secret, withSecret)
    await archive.add(nameOf.beginning, `${JSON.stringify(beginning, null, 2)}\n`)
    const rows = await dumpTables(client, beginning.tables, archive)
    const written = await dumpFiles(client, folder, archive)
    if (withSecret) await archive.add(nameOf.secret, `${secret}\n`)
    await archive.finish(rows, written)
    return { at: beginning.at, rows, files: written, sums: [] }
  } catch (error) {
    await archive?.abandon()
    throw error
  } finally {
    // Without the lock, the links are those of another backup.
    if (holds) await removeLinks(held).finally(() => client.release(true))
    else client.release(true)
  }
}

/** Identifies a secret without revealing it, as the audit log's seals do. */
export const secretFingerprint = (secret: string): string =>
  createHmac('sha256', secret).update('aerie backup').digest('hex').slice(0, 32)

async function begin(client: PoolClient): Promise<void> {
  await client.query(`begin isolation level repeatable read read only; ${exchange}`)
}

/** One backup of a database at a time, until the connection ends. */
async function takeLock(client: PoolClient): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [advisoryLock])
  if (!rows[0].free) throw new CommandError('Another backup of this database is running.')
}

/** Takes a snapshot and links its files. If one was removed in between, it starts over. */
async function beginHolding(client: PoolClient, files: string, held: string): Promise<void> {
  await removeLinks(held)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await begin(client)
    if (await holdFiles(client, files, held)) return
    await client.query('rollback')
  }
  throw new CommandError(`Files that the database refers to are missing in ${files}.`)
}

async function beginningOf(client: PoolClient, secret: string, withSecret: boolean): Promise<Beginning> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations order by name',
  )
  const { rows: now } = await client.query<{ at: string }>('select now() as at')
  return {
    format: formatVersion,
    version,
    at: now[0]?.at ?? '',
    migrations: rows,
    tables: await tablesOf(client),
    sequences: await sequencesOf(client),
    secretMark: secretFingerprint(secret),
    withSecret,
  }
}
