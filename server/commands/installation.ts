import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beginUse } from '#backups'
import type { Config } from '#config'
import { type Database, FolderInUseError, migrate, openDatabase, pendingMigrations } from '#database'
import { createFiles, type Files, openStorage } from '#files'
import { ForeignFolderError, Secrets } from '#platform'
import { noResponse } from '../explain.ts'
import { readSecret } from '../secret.ts'
import { CommandError, type Installation } from './command.ts'

/**
 * Opens the server's database. Never creates one, so that a mistyped address is an error.
 * @param olderSchema what to do with an older schema
 * @throws CommandError if the database cannot be opened or is not Aerie's
 */
export async function openInstallation(
  config: Config,
  olderSchema: 'migrate' | 'leave' | 'refuse' = 'migrate',
): Promise<Installation> {
  const { dataDir, secrets } = config
  if (!secrets.databaseUrl && !existsSync(join(dataDir, 'postgres'))) {
    throw new CommandError(
      `No database in ${dataDir}. Set DATA_DIR to the server's folder, or DATABASE_URL to its PostgreSQL.`,
    )
  }
  await beginUse(dataDir)
  const db = await open(config)
  try {
    if (!(await holdsAerie(db))) throw new CommandError('This is not an Aerie database.')
    if (olderSchema === 'migrate') await migrate(db.pool)
    if (olderSchema === 'refuse' && (await pendingMigrations(db.pool)).length > 0) {
      throw new CommandError(
        'The database has the schema of an older Aerie. Run the command of that version, or start this version first.',
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
    if (error instanceof ForeignFolderError) throw new CommandError(error.message)
    if (!(error instanceof FolderInUseError)) throw error
    throw new CommandError(
      `The server is running and uses ${dataDir}. Stop it, run this command again, then start it. To back it up while it runs, set BACKUP_TO.`,
    )
  }
}

async function holdsAerie(db: Database): Promise<boolean> {
  try {
    const { rows } = await db.pool.query(`select to_regclass('schema_migrations') is not null as found`)
    return rows[0].found
  } catch (error) {
    throw new CommandError(noResponse(error as Error, db.kind))
  }
}

/** Returns the server's files. @throws CommandError if FILES does not belong to the database */
export async function filesOf({ config, db }: Installation): Promise<Files> {
  const { dataDir, files: configured } = config
  const storage = openStorage({ db, dataDir, configured, mayClaim: false })
  // Looked for here: on the embedded database, nothing can be asked outside a transaction that is open.
  await storage.stores()
  return createFiles(storage)
}

/** Returns the server's secrets, as in SECRET. @throws CommandError if there are none */
export async function secretListOf({ dataDir, secrets }: Config): Promise<string[]> {
  const list = secrets.secret ?? (await readSecret(dataDir))
  if (list === null) throw new CommandError(`No secret in ${dataDir}. Set SECRET to the server's.`)
  return list
}

/** Returns the server's secrets. @throws CommandError if there are none */
export const secretsOf = async (config: Config): Promise<Secrets> => new Secrets(await secretListOf(config))
