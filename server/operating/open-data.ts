import { existsSync } from 'node:fs'
import { beginUse, refuseUnfinishedRestore } from '#backups'
import { type Config, ConfigError } from '#config'
import {
  beforeReleases,
  clusterIn,
  contentsOf,
  type Database,
  type DatabaseOptions,
  IncompleteFolderError,
  migrate,
  noteIn,
  openDatabase,
  stateOfFolder,
} from '#database'
import { filesFolder, folderAddress, openStorage } from '#files'
import { openFolder, Secrets } from '#platform'
import {
  learnSecrets,
  neededSecrets,
  refuseSecretsOtherThan,
  refuseUnknownSecrets,
} from '../start/known-secrets.ts'
import { readOrCreateSecret, readSecret } from '../start/secret.ts'

export interface Use {
  /** Whether to create the installation if there is none yet. */
  mayCreate: boolean
  /** Whether to migrate an older schema. */
  mayMigrate: boolean
  /** Whether to accept secrets that the database does not know. */
  replacesSecrets?: boolean
  /** Whether to read all of an embedded database before it is opened: see `DatabaseOptions`. */
  readsAll?: boolean | undefined
  /** Gets sentences for the operator about migrations that take long. */
  tell?: (sentence: string) => void
}

/** There is no installation where the settings say, and none is to be created. */
export class NoInstallationError extends Error {
  override name = 'NoInstallationError'
}

/**
 * Opens the data folder and the database. The server and all commands do it here, so that none works on a folder that is
 * neither new nor complete, on the database of another program, or with a secret that the database does not know. What is
 * refused remains as it is.
 *
 * The first start creates the database, the secret and the folder of files in this order. So a part is missing because the
 * first start was interrupted only if all later ones are missing, and if there is no owner yet.
 *
 * @throws NoInstallationError, IncompleteFolderError, ConfigError, BackupError, FolderInUseError, ForeignFolderError, or an
 * error of the database
 */
export async function openData(config: Config, use: Use): Promise<{ db: Database; secrets: Secrets }> {
  const { dataDir, databasePool: poolSize, secrets: settings } = config
  const { databaseUrl: url } = settings
  refuseUnfinishedRestore(dataDir)
  if (!url && stateOfFolder(dataDir) !== 'complete' && !use.mayCreate)
    throw new NoInstallationError(
      `No database in ${dataDir}. Set DATA_DIR to the server's folder, or DATABASE_URL to its PostgreSQL.`,
    )
  const values = settings.secret ?? (await readSecret(dataDir))
  const given = values && new Secrets(values)
  if (!given && !use.replacesSecrets && existsSync(filesFolder(dataDir)))
    throw new IncompleteFolderError(dataDir, lostSecret)
  // Known before the database is opened, which changes the folder.
  const needed = url || use.replacesSecrets ? undefined : noteIn(clusterIn(dataDir))
  if (needed && needed.length > 0) refuseSecretsOtherThan(needed, given)
  const db = await openNoting({ url, dataDir, poolSize, statementTimeout: unlimited, readsAll: use.readsAll })
  try {
    await refuseForeign(db, use)
    if (!use.replacesSecrets) await refuseUnknownSecrets(db, given)
    if (!url) await refuseLostFiles(db, config)
    if (url && use.mayCreate) await openFolder(dataDir)
    if (!given && !use.mayCreate && !use.replacesSecrets)
      throw new NoInstallationError(`No secret in ${dataDir}. Set SECRET to the server's.`)
    const secrets = given ?? new Secrets(await readOrCreateSecret(dataDir))
    await beginUse(dataDir)
    if (!use.mayMigrate) return { db, secrets }
    await migrate(db.pool, use.tell)
    await learnSecrets(db, secrets)
    return { db, secrets }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Opens the database, and notes when it is closed which secrets the next start needs. */
async function openNoting(options: DatabaseOptions): Promise<Database> {
  const db = await openDatabase(options)
  if (db.kind === 'postgresql') return db
  return {
    ...db,
    // A database that ended by itself has no note.
    close: async () => db.close(await neededSecrets(db.pool).catch(() => [])),
  }
}

/** Migrations and commands can take long. */
const unlimited = 86_400_000

const lostSecret =
  'the file secret is missing, and SECRET is not set. If it is lost, run ./aerie secret replace'

async function refuseForeign({ pool }: Database, { mayCreate }: Use): Promise<void> {
  const contents = await contentsOf(pool)
  if (contents === 'before 0.1.0') throw new ConfigError(beforeReleases)
  if (contents === 'aerie' || (contents === 'nothing' && mayCreate)) return
  if (!mayCreate) throw new NoInstallationError('This is not an Aerie database.')
  throw new ConfigError(
    `DATABASE_URL is not an Aerie database, and not empty: it has the table ${(contents as { foreignTable: string }).foreignTable}. Set DATABASE_URL to an empty one.`,
  )
}

/** Refuses a folder whose files are missing. Of several nodes on PostgreSQL, each can wait until its folder is mounted. */
async function refuseLostFiles(db: Database, { dataDir, files: configured }: Config): Promise<void> {
  const { rows } = await db.pool.query(`select to_regclass('file_storage') is not null as exists`)
  if (configured !== folderAddress || !rows[0].exists) return
  await openStorage({ db, dataDir, configured, mayClaim: false })
    .stores()
    .catch((error: Error) => {
      throw new IncompleteFolderError(dataDir, error.message.replace(/\.$/, ''), { cause: error })
    })
}
