import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Holders, watchHolders } from './lock-holders.ts'
import type { Pool } from './pool.ts'
import { isLockTimeout } from './retrying.ts'
import type { Session } from './session.ts'

const ours = new URL('../../migrations/', import.meta.url)
/** Any number that nothing else in this database locks. */
const advisoryLock = 0x6165726965

const createHistory = `create table if not exists schema_migrations (
  name text primary key, hash text not null, applied_at timestamptz(3) not null default now())`

interface Migration {
  name: string
  sql: string
  hash: string
}

/**
 * How long a migration waits for a lock, because everyone who needs the table waits behind it, and how long it then leaves the
 * table to them. After a second, PostgreSQL ends an automatic vacuum that is in the way (`deadlock_timeout`).
 */
const [lockWaitMs, pauseMs] = [1500, 1500]

/** What a migration says of itself that has a table locked for longer than a moment, as it rewrites or reads all of it. */
const needsLock = /^--! needs-lock$/m

/**
 * Migrates the schema: numbered SQL files, forward only, each in a transaction. Nodes that start simultaneously apply one
 * file at a time. Where others use a table, it tries again until they are done, while other nodes serve. Returns the names
 * of the files that this call applied.
 * @param tell gets a sentence for the operator: what it waits for, or that calls will wait for it
 * @throws Error if an applied file was changed, or the database is newer than this code
 */
export async function migrate(
  pool: Pool,
  tell: (sentence: string) => void = () => {},
  folder: URL = ours,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const session = await pool.connect()
  const applied: string[] = []
  const holders = watchHolders(pool)
  try {
    for (;;) {
      const name = await untilUnlocked(session, holders, tell, () =>
        applyNext(session, migrations, holders, tell),
      )
      if (name === undefined) return applied
      applied.push(name)
    }
  } finally {
    await holders.stop()
    // Ends the session: after an error, a transaction is open.
    session.release(true)
  }
}

/** Returns the names of the files that `migrate` would apply. @throws Error as `migrate` does */
export async function pendingMigrations(pool: Pool): Promise<string[]> {
  return (await pendingOf(pool, await readMigrations())).map(({ name }) => name)
}

/**
 * Creates the schema of an older or equal version, in the caller's transaction, to restore its backup.
 * @throws Error if this code lacks one of the migrations or has a different one
 */
export async function migrateWithin(
  session: Session,
  applied: { name: string; hash: string }[],
  folder: URL = ours,
): Promise<void> {
  const migrations = await readMigrations(folder)
  refuseDrift(applied, migrations)
  await session.query(createHistory)
  for (const migration of migrations.slice(0, applied.length)) await run(session, migration)
}

/** Reads the migrations, in order. */
export async function readMigrations(folder: URL = ours): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function pendingOf(db: Pool | Session, migrations: Migration[]): Promise<Migration[]> {
  const { rows: applied } = await db.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations order by name',
  )
  refuseDrift(applied, migrations)
  return migrations.slice(applied.length)
}

/** States what to do with a database of a version before 0.1.0. */
export const beforeReleases =
  'The database is from a development version before 0.1.0, which Aerie cannot upgrade: use an empty DATA_DIR or database.'

/** Returns whether a version before 0.1.0 applied these migrations, whose schemas no version upgrades. */
export const isBeforeReleases = (applied: { name: string }[]): boolean =>
  applied.some(({ name }) => name === '0001_identity.sql')

function refuseDrift(applied: { name: string; hash: string }[], migrations: Migration[]): void {
  if (isBeforeReleases(applied)) throw new Error(beforeReleases)
  applied.forEach((row, index) => {
    const migration = migrations[index]
    if (migration?.name !== row.name) {
      throw new Error(`The database has the migration ${row.name} of a newer version. Run that version.`)
    }
    if (migration.hash !== row.hash) {
      throw new Error(`${row.name} was changed after it was applied. Add a new migration instead.`)
    }
  })
}

class MigrationError extends Error {
  readonly file: string

  constructor(file: string, cause: unknown) {
    super(`Migration ${file} failed`, { cause })
    this.file = file
  }
}

/** Repeats work that waited for a lock in vain, until it does not. */
async function untilUnlocked<T>(
  session: Session,
  holders: Holders,
  tell: (sentence: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  for (let told = ''; ; ) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof MigrationError) || !isLockTimeout(error.cause)) throw error
      await session.query('rollback')
      const sentence = `${error.file} waits for a table that others use: ${holders.found}.`
      if (sentence !== told) tell(sentence)
      told = sentence
      await wait(pauseMs)
    }
  }
}

/** Applies the first pending file and returns its name; undefined if there is none. */
async function applyNext(
  session: Session,
  migrations: Migration[],
  holders: Holders,
  tell: (sentence: string) => void,
): Promise<string | undefined> {
  await session.query('begin; set local lock_timeout = 0; set local statement_timeout = 0')
  await session.query('select pg_advisory_xact_lock($1)', [advisoryLock])
  await session.query(createHistory)
  const [next] = await pendingOf(session, migrations)
  if (next) {
    if (needsLock.test(next.sql))
      tell(`${next.name} locks tables while it runs. Calls that need them have to be repeated.`)
    const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
    holders.waiting = rows[0]!.pid
    await session.query(`set local lock_timeout = ${lockWaitMs}`)
    await run(session, next).catch((error) => {
      throw new MigrationError(next.name, error)
    })
  }
  await session.query('commit')
  return next?.name
}

async function run(session: Session, { name, hash, sql }: Migration): Promise<void> {
  await session.query(sql)
  await session.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
}
