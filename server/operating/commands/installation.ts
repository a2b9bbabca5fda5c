import type { Config } from '#config'
import { type Database, FolderInUseError, pendingMigrations } from '#database'
import { createFiles, type Files, openStorage } from '#files'
import { Secrets } from '#platform'
import { readSecret } from '../../start/secret.ts'
import { explain } from '../explain.ts'
import { NoInstallationError, openData, type Use } from '../open-data.ts'
import { CommandError, type Installation } from './command.ts'

/**
 * Opens the server's database. Never creates one, so that a mistyped address is an error.
 * @param olderSchema what to do with an older schema
 * @throws CommandError if the database cannot be opened or is not Aerie's
 */
export async function openInstallation(
  config: Config,
  olderSchema: 'migrate' | 'leave' | 'refuse' = 'migrate',
  options: Pick<Use, 'replacesSecrets' | 'readsAll' | 'tell'> = {},
): Promise<Installation> {
  const db = await open(config, { mayMigrate: olderSchema === 'migrate', ...options })
  try {
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

async function open(config: Config, use: Omit<Use, 'mayCreate'>): Promise<Database> {
  try {
    return (await openData(config, { mayCreate: false, ...use })).db
  } catch (error) {
    if (error instanceof NoInstallationError) throw new CommandError(error.message)
    if (error instanceof FolderInUseError)
      throw new CommandError(
        `The server is running and uses ${config.dataDir}. Stop it, run this command again, then start it. To back it up while it runs, set BACKUP_TO.`,
      )
    const sentence = explain(error, config)
    throw sentence === undefined ? error : new CommandError(sentence)
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
