import type { Database } from '../database/database.ts'
import type { Pool } from '../database/pool.ts'
import type { Session } from '../database/session.ts'
import { count } from './files.ts'
import { isKey, shards } from './keys.ts'
import { advisoryLock, readLocation } from './location.ts'
import { isSamePlace, openStore } from './open-store.ts'
import { referencedFiles } from './referenced.ts'
import { hasMarker, markerKey } from './storage.ts'
import { FileMissingError, type FileStore, FileStoreError, readText, writeText } from './store.ts'

/** One move of a database's files at a time. */
const moveLock = 0x6d6f7665
const filesAtATime = 1000
const copiedAtOnce = 4

export interface Moved {
  /** Files that were copied. Those of an interrupted run are not among them. */
  files: number
  bytes: number
  /** Keys of files that are in neither store. */
  missing: string[]
}

export interface Move {
  db: Database
  dataDir: string
  /** The address of the new store. */
  to: string
  /** Called for each referenced file that is in the new store. */
  onFile?: () => void
}

interface ReferencedFile {
  file_key: string
  bytes: number
  sha256: string
}

/**
 * Moves all files to another store while nodes use them. From the beginning, nodes write to the new store and read from
 * both. Once all files are there, they are removed from the old one. If it is interrupted, another call continues, or goes
 * back.
 * @throws FileStoreError with a sentence for the operator
 */
export async function moveFiles({ db, dataDir, to, onFile = () => {} }: Move): Promise<Moved> {
  const { pool } = db
  const holder = await takeLock(db)
  const confirmLock = async () => void (await holder?.query('select'))
  try {
    const { from, target } = await begin(pool, { dataDir, to })
    if (!from) return { files: 0, bytes: 0, missing: [] }
    const moved = await copyAll(pool, { from, target, onFile, confirmLock })
    await removeAll(pool, { from, target, confirmLock })
    await setLocation(pool, to, null)
    await from.remove(markerKey)
    return moved
  } finally {
    await holder?.end()
  }
}

/**
 * Returns a connection that holds the lock until it ends; null for the embedded database, which has a single process and connection.
 * The lock is a transaction's, because a pooler would keep a session's. No other statement runs in that transaction, so that
 * migrations need not wait for it.
 * @throws FileStoreError if another move holds the lock
 */
async function takeLock({ kind, pool }: Database): Promise<Session | null> {
  if (kind === 'embedded') return null
  const holder = await pool.connect()
  try {
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0')
    const { rows } = await holder.query('select pg_try_advisory_xact_lock($1) as free', [moveLock])
    if (rows[0].free) return holder
  } catch (error) {
    await holder.end()
    throw error
  }
  await holder.end()
  throw new FileStoreError('Another move of these files is running.')
}

/** Directs nodes to the new store. `from` is null if all files are there. */
async function begin(pool: Pool, { dataDir, to }: { dataDir: string; to: string }) {
  const location = await readLocation(pool)
  const { id, address, movingFrom } = location
  if (id === null || address === null)
    throw new FileStoreError('The files of this database were never used. Start the server first.')
  const target = await openStore(to, dataDir)
  const isThere = isSamePlace(to, address)
  if (isThere && movingFrom === null) return { from: null, target }
  const isReturning = movingFrom !== null && isSamePlace(to, movingFrom)
  if (movingFrom !== null && !isThere && !isReturning)
    throw new FileStoreError(
      `Files are being moved from ${movingFrom} to ${address}. Complete that move, or move them back, first.`,
    )
  const from = await openStore(isThere ? (movingFrom ?? address) : address, dataDir)
  if (!(await hasMarker(from, location)))
    throw new FileStoreError(`${from.address} does not have the files of this database.`)
  const marker = await readText(target, markerKey)
  if (marker === null ? await hasOthers(pool, target) : marker.trim() !== id)
    throw new FileStoreError(`${target.address} already has other files. Choose an empty place.`)
  if (marker === null) await writeText(target, markerKey, `${id}\n`)
  if (!isThere) await setLocation(pool, to, address)
  return { from, target }
}

/** Returns whether a store has files of others. Those of this database may arrive late from a move that was killed. */
async function hasOthers(pool: Pool, store: FileStore): Promise<boolean> {
  const all = await referencedFiles(pool)
  for (const shard of shards)
    for await (const listed of store.list(shard)) {
      const keys = listed.filter(isKey)
      const { rows } = await pool.query(`${all} where file_key = any ($1)`, [keys])
      if (rows.length < keys.length) return true
    }
  return false
}

/** Waits for transactions that refer to files in the former place, and lets no other begin. */
async function setLocation(pool: Pool, address: string, movingFrom: string | null): Promise<void> {
  await pool.lend(async (client) => {
    await client.query(`begin; set local lock_timeout = '5min'; set local statement_timeout = '5min'`)
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock])
    await client.query('update file_storage set address = $1, moving_from = $2', [address, movingFrom])
    await client.query('commit')
  })
}

interface Stores {
  from: FileStore
  target: FileStore
  /** Fails if the lock is lost. */
  confirmLock(): Promise<void>
}

async function copyAll(
  pool: Pool,
  { onFile, ...stores }: Stores & Required<Pick<Move, 'onFile'>>,
): Promise<Moved> {
  const all = await referencedFiles(pool)
  const moved: Moved = { files: 0, bytes: 0, missing: [] }
  for (let after = ''; ; ) {
    await stores.confirmLock()
    const { rows } = await pool.query<ReferencedFile>(
      `${all} where file_key > $1 order by file_key limit ${filesAtATime}`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) return moved
    for (let at = 0; at < rows.length; at += copiedAtOnce)
      await settled(rows.slice(at, at + copiedAtOnce).map(copyOne))
    after = last.file_key
  }

  async function copyOne(file: ReferencedFile): Promise<void> {
    const done = await copy(file, stores)
    if (done === 'copied') {
      moved.files++
      moved.bytes += file.bytes
    }
    if (done === 'missing' && (await isReferenced(pool, all, file.file_key)))
      moved.missing.push(file.file_key)
    else onFile()
  }
}

/** Waits for all, so that nothing is written after an error. */
async function settled(all: Promise<void>[]): Promise<void> {
  await Promise.allSettled(all)
  await Promise.all(all)
}

/** Copies a file unless it is there, and compares its checksum with the one of the upload. */
async function copy({ file_key: key, bytes, sha256 }: ReferencedFile, { from, target }: Stores) {
  if ((await target.sizeOf(key)) === bytes) return 'there'
  let content: AsyncIterable<Buffer>
  try {
    content = await from.get(key)
  } catch (error) {
    if (error instanceof FileMissingError) return 'missing'
    throw error
  }
  const counted = count(content)
  await target.put(key, counted.chunks)
  if (counted.bytes === bytes && counted.sum.digest('hex') === sha256) return 'copied'
  await target.remove(key)
  throw new FileStoreError(`The file ${key} in ${from.address} is damaged: its checksum does not match.`)
}

const isReferenced = async (pool: Pool, all: string, key: string): Promise<boolean> =>
  (await pool.query(`${all} where file_key = $1`, [key])).rows.length > 0

/** Removes all files from the former store. Those that no row refers to are leftovers, or will be refused. */
async function removeAll(pool: Pool, { from, target, confirmLock }: Stores): Promise<void> {
  const all = await referencedFiles(pool)
  for (const shard of shards)
    for await (const listed of from.list(shard)) {
      const keys = listed.filter(isKey)
      await confirmLock()
      const { rows } = await pool.query<ReferencedFile>(`${all} where file_key = any ($1)`, [keys])
      for (const { file_key: key, bytes } of rows)
        if ((await target.sizeOf(key)) !== bytes)
          throw new FileStoreError(`The file ${key} is not in ${target.address}. Run the command again.`)
      for (const key of keys) await from.remove(key)
    }
  await from.removeUnfinished(Date.now())
}
