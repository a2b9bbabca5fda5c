import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config'
import { type Database, FolderInUseError, migrate, openDatabase, pendingMigrations } from '#platform'
import { CommandError, type Installation } from './command.ts'

/**
 * Opens the database that the server uses with the same settings. It makes no new one: a mistyped address is told.
 * @param olderSchema what is done with the schema of a version before
 * @throws CommandError where it cannot be opened or is not Aerie's.
 */
export async function openInstallation(
  config: Config,
  olderSchema: 'migrate' | 'leave' | 'refuse' = 'migrate',
): Promise<Installation> {
  const { dataDir, secrets } = config
  if (!secrets.databaseUrl && !existsSync(join(dataDir, 'postgres'))) {
    throw new CommandError(
      `There is no database in ${dataDir}. Name the server's own folder with DATA_DIR, or its PostgreSQL with DATABASE_URL.`,
    )
  }
  const db = await open(config)
  try {
    if (!(await holdsAerie(db))) throw new CommandError('This database is not one of Aerie.')
    if (olderSchema === 'migrate') await migrate(db.pool)
    if (olderSchema === 'refuse' && (await pendingMigrations(db.pool)).length > 0) {
      throw new CommandError(
        'The database is of an older version of Aerie, and this only reads it. Use that version, or start this one first.',
      )
    }
    return { config, db }
  } catch (error) {
    await db.close()
    throw error
  }
}

async function open({ dataDir, databasePool, secrets }: Config): Promise<Database> {
  try {
    return await openDatabase({
      url: secrets.databaseUrl,
      dataDir,
      poolSize: databasePool,
      statementTimeout: 86_400_000,
    })
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    throw new CommandError(
      `The server is running and has ${dataDir} to itself. Stop it, run this again, then start it.`,
    )
  }
}

async function holdsAerie(db: Database): Promise<boolean> {
  try {
    const { rows } = await db.pool.query(`select to_regclass('schema_migrations') is not null as found`)
    return rows[0].found
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new CommandError(`The database does not answer: ${message || code}`)
  }
}
