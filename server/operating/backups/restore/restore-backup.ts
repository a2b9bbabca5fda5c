import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  anyTable,
  type Database,
  FolderInUseError,
  migrate,
  migrateWithin,
  openDatabase,
  type Session,
  takeFolder,
} from '#database'
import { type FileStore, reachDisk } from '#files'
import { openFolder } from '#platform'
import { type Archive, readParts, storedFilesIn } from '../archive/read-archive.ts'
import { notedErasures } from '../destination/erasures.ts'
import { chunksOf, sharedPath, withChecksum } from '../destination/shared-files.ts'
import { BackupError } from '../error.ts'
import { type LoadRows, loading } from '../tables/load-tables.ts'
import { exchange } from '../tables/session.ts'
import { identityOf, noteReady, noteRestored, type Restore, readRestore, workIn } from './marker.ts'
import { queueSchema } from './queue-schema.ts'
import { beginStore, completeStore } from './store.ts'
import type { RestoreTarget } from './target.ts'

/**
 * Restores a verified archive to an empty database and an empty folder. Nothing is in its place before everything is
 * complete. If the process was killed, at whatever point, the same call completes the restore.
 * @throws BackupError if the database or the folder is not empty or in use
 */
export async function restoreBackup(path: string, archive: Archive, target: RestoreTarget): Promise<void> {
  const { dataDir, databaseUrl } = target
  await openFolder(dataDir)
  const restore = { archive: identityOf(archive), run: randomUUID() }
  if (databaseUrl) await restoreToPostgres(path, archive, target, restore)
  else await restoreToFolder(path, archive, target, restore)
}

/** The embedded database is in its place last: without it, the folder counts as empty. */
async function restoreToFolder(path: string, archive: Archive, target: RestoreTarget, restore: Restore) {
  const { dataDir } = target
  const release = lock(dataDir)
  try {
    const earlier = await readRestore(dataDir)
    const isComplete = [dataDir, workIn(dataDir)].some((folder) => existsSync(join(folder, 'postgres')))
    if (earlier?.archive !== restore.archive || !isComplete) {
      await makeEmpty(dataDir)
      const db = await openWork(target)
      try {
        await fill(db, path, archive, target)
        await complete(db, path, archive, target)
      } finally {
        await db.close()
      }
      await noteReady(dataDir, restore)
    }
    await moveIn(dataDir, 'files')
    await moveIn(dataDir, 'secret')
    await moveIn(dataDir, 'postgres')
    await completeStore(target)
    await noteRestored(dataDir)
  } finally {
    release()
  }
}

/** The commit comes last, and has the run's id as a comment, so that the next run knows it. */
async function restoreToPostgres(path: string, archive: Archive, target: RestoreTarget, restore: Restore) {
  const { dataDir } = target
  await mkdir(workIn(dataDir), { recursive: true, mode: 0o700 })
  const db = await openWork(target)
  try {
    const earlier = await readRestore(dataDir)
    const isCommitted = earlier?.archive === restore.archive && (await commentOf(db)) === commentFor(earlier)
    if (!isCommitted) {
      await refuseInUse(db)
      await fill(db, path, archive, target, async (client) => {
        await noteReady(dataDir, restore)
        await moveIn(dataDir, 'files')
        await client.query(`comment on table schema_migrations is '${commentFor(restore)}'`)
      })
    }
    await complete(db, path, archive, target)
  } finally {
    await db.close()
  }
  await completeStore(target)
  await noteRestored(dataDir)
}

const openWork = ({ dataDir, databaseUrl: url, poolSize }: RestoreTarget): Promise<Database> =>
  openDatabase({
    url,
    dataDir: workIn(dataDir),
    poolSize,
    statementTimeout: 86_400_000,
    name: 'aerie restore',
  })

/** Loads everything in one transaction. */
async function fill(
  db: Database,
  path: string,
  archive: Archive,
  target: RestoreTarget,
  beforeCommit: (client: Session) => Promise<void> = async () => {},
): Promise<void> {
  const { beginning } = archive
  const { dataDir } = target
  const client = await connect(db)
  try {
    await client.query(`begin; ${exchange}`)
    // Waits for an earlier run whose connection has not ended yet.
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock])
    await refuseFilledDatabase(client)
    if (db.kind === 'postgresql') await makeEmpty(dataDir)
    await migrateWithin(client, beginning.migrations).catch((error) => {
      throw new BackupError(`The backup is from Aerie ${beginning.version}. ${error.message}`)
    })
    await client.query(queueSchema())
    const work = workIn(dataDir)
    const store = await beginStore(target, archive)
    await loading(client, beginning, (load) => loadParts(path, { load, store, work }))
    await beforeCommit(client)
    await client.query('commit')
  } finally {
    // Ending the session rolls back what was not committed.
    client.release(true)
  }
}

/** Any number that nothing else in this database locks. */
const advisoryLock = 0x72657374

/** Applies newer migrations, repeats erasures, notes the secrets and updates the planner's statistics. */
async function complete(
  db: Database,
  path: string,
  { beginning }: Archive,
  { dataDir, newSecretIds }: RestoreTarget,
): Promise<void> {
  await migrate(db.pool)
  await repeatErasures(db, dirname(path))
  const secretIds = (await newSecretIds?.(workIn(dataDir))) ?? beginning.secretIds
  await db.pool.query('update file_storage set known_secrets = $1', [secretIds])
  const session = await connect(db)
  try {
    await session.query(`begin; ${exchange}; analyze; commit`)
  } finally {
    session.release(true)
  }
}

/** Erases again who was erased since the backup. */
async function repeatErasures(db: Database, backups: string): Promise<void> {
  for (const { id, patientIds, erasedAt } of await notedErasures(backups)) {
    await db.pool.query('select from erase_patients($1)', [patientIds])
    await db.pool.query('insert into erasures values ($1, $2, $3) on conflict do nothing', [
      id,
      patientIds,
      erasedAt,
    ])
  }
}

async function connect(db: Database): Promise<Session> {
  return db.pool.connect().catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The database does not respond: ${error.message || error.code}`)
  })
}

const commentFor = ({ run }: Restore): string => `restored by ${run}`

async function commentOf(db: Database): Promise<string | null> {
  const client = await connect(db)
  try {
    const { rows } = await client.query<{ comment: string | null }>(
      `select obj_description(to_regclass('schema_migrations'), 'pg_class') as comment`,
    )
    return rows[0]?.comment ?? null
  } finally {
    client.release()
  }
}

/** Moves a part from the work folder to its place. A secret of the target remains. */
async function moveIn(dataDir: string, name: 'files' | 'secret' | 'postgres'): Promise<void> {
  const [from, to] = [join(workIn(dataDir), name), join(dataDir, name)]
  if (!existsSync(from) || (name === 'secret' && existsSync(to))) return
  if (name === 'files' && existsSync(to)) await rmdir(to)
  await rename(from, to)
  await reachDisk([dataDir])
}

function lock(dataDir: string): () => void {
  try {
    return takeFolder(dataDir)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    throw new BackupError(
      `Aerie is running and uses ${dataDir}. Set DATA_DIR to a new folder, or stop the server and move its folder away.`,
    )
  }
}

/** Removes what an interrupted restore left, and creates the work folder. @throws BackupError if anything else is there */
async function makeEmpty(dataDir: string): Promise<void> {
  const work = workIn(dataDir)
  if (existsSync(join(dataDir, 'postgres')))
    throw new BackupError(`${dataDir} already has a database. Set DATA_DIR to a new folder.`)
  const files = await readdir(join(dataDir, 'files')).catch(() => [])
  const isOurs = existsSync(join(work, 'ready'))
  if (files.length > 0 && !isOurs)
    throw new BackupError(`${join(dataDir, 'files')} already has files. Set DATA_DIR to a new folder.`)
  // The marker goes last: it tells whose the files are.
  await rm(join(dataDir, 'files'), { recursive: true, force: true })
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true, mode: 0o700 })
}

async function refuseInUse(db: Database): Promise<void> {
  const client = await connect(db)
  try {
    const { rows } = await client.query<{ nodes: number }>(
      `select count(*)::int as nodes from pg_stat_activity
       where datname = current_database() and application_name = 'aerie'`,
    )
    if (rows[0]?.nodes)
      throw new BackupError('Aerie is running on this database. Set DATABASE_URL to a new, empty one.')
  } finally {
    client.release()
  }
}

async function refuseFilledDatabase(client: Session): Promise<void> {
  const table = await anyTable(client)
  if (table !== undefined)
    throw new BackupError(
      `The database is not empty: it has the table ${table}. Set DATABASE_URL to a new one.`,
    )
}

interface Loading {
  load: LoadRows
  /** Where the uploaded files go. */
  store: FileStore
  /** A folder for the secret. */
  work: string
}

/** Loads the rows of an archive, and writes its files and its secret, so that they survive a power cut. */
async function loadParts(path: string, { load, store, work }: Loading): Promise<void> {
  for await (const part of readParts(path)) {
    const [kind, ...rest] = part.name.split('/')
    if (kind === 'tables') await load(rest[0] ?? '', await part.whole())
    if (kind === 'secret')
      await writeFile(join(work, 'secret'), await part.whole(), { mode: 0o600, flush: true })
    if (kind === 'files') await store.put(rest.join('/'), part.content())
    if (kind !== 'stored') continue
    for (const [key, , sha256] of storedFilesIn(await part.whole())) {
      const name = sharedPath(dirname(path), sha256)
      await store.put(key, withChecksum(chunksOf(name), { name, sha256 }))
    }
  }
}
