import pg from 'pg'
import { migrate, openDatabase } from '#database'
import { createLog, startJobs } from '#platform'
import { findBinaries, handle, type Postgres, startPostgres } from './postgres.ts'

export type DatabaseKind = 'embedded' | 'postgresql'

/** The PostgreSQL cluster of this test run. It starts at its first use. */
export interface Cluster {
  /** The folder that holds `pg_dump` and the other programs. */
  readonly binDir: string
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Creates a database with the current schema and returns its URL. */
  createMigratedDatabase(): Promise<string>
  /** Ends every connection to a database and removes it. */
  dropDatabase(url: string): Promise<void>
}

const binDir = findBinaries()

/** Null if PostgreSQL is not installed. */
export const postgres: Cluster | null = binDir ? onFirstUse(binDir) : null

function onFirstUse(binDir: string): Cluster {
  let started: Promise<Postgres> | undefined
  let template: Promise<string> | undefined
  const cluster = () => (started ??= connect(binDir))
  return {
    binDir,
    createDatabase: async () => (await cluster()).createDatabase(),
    async createMigratedDatabase() {
      template ??= cluster().then(migratedTemplate)
      return (await cluster()).createDatabase(await template)
    },
    dropDatabase: async (url) => (await cluster()).dropDatabase(url),
  }
}

/** Connects to the cluster that `npm test` shares among its processes, or starts one for a file run on its own. */
async function connect(binDir: string): Promise<Postgres> {
  const shared = process.env.AERIE_TEST_CLUSTER
  if (!shared) return (await startPostgres())!
  const url = await (await fetch(shared)).text()
  if (!url.startsWith('postgres:')) throw new Error(`The PostgreSQL cluster did not start: ${url}`)
  return handle(binDir, url, async () => {})
}

/**
 * Returns the name of the cluster's migrated database, which the first process creates. Copying it takes a tenth of
 * the time that migrating takes.
 */
async function migratedTemplate(cluster: Postgres): Promise<string> {
  const name = 'aerie_template'
  const admin = new pg.Client(cluster.url('postgres'))
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock(1)')
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return name
    const url = await cluster.createDatabase()
    await prepare({ url, dataDir: '' })
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`)
    return name
  } finally {
    await admin.end()
  }
}

/**
 * Creates the current schema in an empty database, including the job queue's. Its nodes start no job by the clock, so that a
 * test sees the same at any time of day: the queue takes the schedules for looked through until the year 3000.
 */
export async function prepare(where: { url: string | undefined; dataDir: string }): Promise<void> {
  const db = await openDatabase({ ...where, poolSize: 1 })
  await migrate(db.pool)
  await (await startJobs([], { db, log: createLog('silent') })).stop()
  await db.pool.query(`update pgboss.version set cron_on = '3000-01-01'`)
  await db.close()
}
