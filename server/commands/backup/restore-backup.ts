import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { getConstructionPlans } from 'pg-boss'
import type { Config } from '#config'
import { type Database, migrate, migrateWithin, openDatabase, reachDisk } from '#platform'
import { noResponse } from '../../explain.ts'
import { CommandError } from '../command.ts'
import { type LoadRows, loading } from './load-tables.ts'
import { type Archive, readParts } from './read-archive.ts'
import { exchange } from './session.ts'

/**
 * Restores a verified archive to an empty database and an empty folder. Everything becomes visible at the end: a killed
 * process leaves an empty database, and a folder `restoring` that the next run removes.
 * @throws CommandError if the database or the folder is not empty
 */
export async function restoreBackup(path: string, { beginning }: Archive, config: Config): Promise<void> {
  const { dataDir, databasePool: poolSize, secrets } = config
  const work = join(dataDir, 'restoring')
  await refuseFilledFolder(dataDir, secrets.databaseUrl === undefined)
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true, mode: 0o700 })
  const db = await openDatabase({
    url: secrets.databaseUrl,
    dataDir: work,
    poolSize,
    statementTimeout: 86_400_000,
  })
  try {
    const client = await connect(db)
    try {
      await refuseFilledDatabase(client)
      await client.query(`begin; ${exchange}`)
      await migrateWithin(client, beginning.migrations).catch((error) => {
        throw new CommandError(`The backup is from Aerie ${beginning.version}. ${error.message}`)
      })
      await client.query(withoutTransaction(getConstructionPlans()))
      await loading(client, beginning, (load) => loadParts(path, work, load))
      if (db.kind === 'postgresql') await moveIn(work, dataDir)
      await client.query('commit')
    } finally {
      // Ending the session rolls back what was not committed.
      client.release(true)
    }
    await migrate(db.pool)
    await analyze(db)
  } finally {
    await db.close()
  }
  // The database comes last: without it the folder counts as empty.
  if (db.kind === 'embedded') {
    await moveIn(work, dataDir)
    await rename(join(work, 'postgres'), join(dataDir, 'postgres'))
  }
  await rm(work, { recursive: true })
  await reachDisk([dataDir])
}

async function analyze(db: Database): Promise<void> {
  const session = await connect(db)
  try {
    await session.query('set statement_timeout = 0; set lock_timeout = 0')
    await session.query('analyze')
  } finally {
    session.release(true)
  }
}

async function connect(db: Database): Promise<PoolClient> {
  return db.pool.connect().catch((error: Error) => {
    throw new CommandError(noResponse(error, db.kind))
  })
}

async function loadParts(path: string, work: string, load: LoadRows): Promise<void> {
  await mkdir(join(work, 'files'), { mode: 0o700 })
  for await (const part of readParts(path)) {
    const [kind, ...rest] = part.name.split('/')
    if (kind === 'tables') await load(rest[0] ?? '', await part.whole())
    if (kind === 'secret')
      await writeFile(join(work, 'secret'), await part.whole(), { mode: 0o600, flush: true })
    if (kind !== 'files') continue
    const file = join(work, part.name)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(part.content(), createWriteStream(file, { flush: true }))
  }
}

/** Moves the files and, with the embedded database, the secret if there is none. With PostgreSQL, SECRET is a setting. */
async function moveIn(work: string, dataDir: string): Promise<void> {
  await rm(join(dataDir, 'files'), { recursive: true, force: true })
  await rename(join(work, 'files'), join(dataDir, 'files'))
  const [restored, found] = [await readdir(work), await readdir(dataDir)]
  if (restored.includes('postgres') && restored.includes('secret') && !found.includes('secret')) {
    await rename(join(work, 'secret'), join(dataDir, 'secret'))
  }
}

async function refuseFilledFolder(dataDir: string, embedded: boolean): Promise<void> {
  const found = await readdir(dataDir).catch(() => [] as string[])
  if (embedded && found.includes('postgres')) {
    throw new CommandError(`${dataDir} already has a database. Set DATA_DIR to a new folder.`)
  }
  const files = await readdir(join(dataDir, 'files')).catch(() => [])
  if (files.length > 0) {
    throw new CommandError(`${join(dataDir, 'files')} already has files. Set DATA_DIR to a new folder.`)
  }
}

async function refuseFilledDatabase(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class class
     where relkind in ('r', 'p') and (relnamespace = 'public'::regnamespace or relnamespace = to_regnamespace('pgboss'))
       and not exists (select from pg_depend where objid = class.oid and deptype = 'e')
     limit 1`,
  )
  if (rows[0])
    throw new CommandError(
      `The database is not empty: it has the table ${rows[0].name}. Set DATABASE_URL to a new one.`,
    )
}

/** Removes the transaction around pg-boss's statements. */
function withoutTransaction(sql: string): string {
  return sql.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')
}
