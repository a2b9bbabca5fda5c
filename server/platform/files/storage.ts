import { sql } from 'kysely'
import type { Database, Transaction } from '../database/database.ts'
import { unguarded } from '../database/pool.ts'
import { newId } from '../ids.ts'
import { advisoryLock, type Location, readLocation } from './location.ts'
import { folderAddress, isSamePlace, openStore } from './open-store.ts'
import { referencedFiles } from './referenced.ts'
import { type FileStore, FileStoreError, readText, writeText } from './store.ts'

/** A store without this key, or with another id in it, does not belong to the database. */
export const markerKey = 'installation'

/** How many files of the database are looked for in a store without marker. */
const filesLookedFor = 20

/** FILES, or the folder in DATA_DIR, does not belong to the database. */
export class ForeignStoreError extends FileStoreError {
  override name = 'ForeignStoreError'
}

/** The first is for new files; the others are only read. */
export type Stores = [FileStore, ...FileStore[]]

/** Where the files of an installation are: in one store, or in two while they are moved. */
export interface Storage {
  /** Returns the stores in the order of reading. @throws FileStoreError */
  stores(): Promise<Stores>
  /** Returns them as the database has them at this moment. */
  present(): Promise<Stores>
  /** Returns whether a store still belongs to the database. */
  isOurs(store: FileStore): Promise<boolean>
  /** Returns whether rows that refer to files in this store may be committed: files are not being moved away from it. */
  isCurrent(tx: Transaction, store: FileStore): Promise<boolean>
}

export interface StorageOptions {
  db: Database
  dataDir: string
  /** Where FILES says that files are: `s3://...`, or `folder`. */
  configured: string
  /** Whether to begin using a store. Commands that only read leave it unused. */
  mayClaim: boolean
}

/**
 * Finds the stores of an installation, and refuses to use others. The first node that uses a store writes the id of the
 * database to it.
 */
export function openStorage({ db, dataDir, configured, mayClaim }: StorageOptions): Storage {
  const opened = new Map<string, Promise<FileStore>>()
  let known: { location: Location; stores: Stores } | undefined
  let checking: Promise<Stores> | undefined

  const locationNow = () => unguarded(() => readLocation(db.pool))
  const open = (address: string): Promise<FileStore> => {
    const found = opened.get(address) ?? openStore(address, dataDir)
    opened.set(address, found)
    return found
  }
  /** The parameters in FILES may be better for this node than those of the node that wrote the address. */
  const openOwn = (address: string) => open(isSamePlace(address, configured) ? configured : address)

  async function check(): Promise<Stores> {
    const location = await locationNow()
    if (location.address === null && mayClaim) return claim()
    const addresses = [location.address ?? configured]
    if (location.movingFrom !== null) addresses.push(location.movingFrom)
    if (!known && !addresses.some((address) => isSamePlace(address, configured)))
      throw new ForeignStoreError(
        `The files of this database are in ${storeName(addresses[0]!)}, but FILES is ${storeName(configured)}. Change FILES, or move them with: aerie files move.`,
      )
    const stores = await Promise.all(addresses.map(openOwn))
    for (const store of stores) {
      if (await belongs(store, location)) continue
      throw new ForeignStoreError(`${store.address} does not have the files of this database.`)
    }
    known = { location, stores: stores as Stores }
    return known.stores
  }

  /** Nodes that start simultaneously all do this, with the same id. */
  async function claim(): Promise<Stores> {
    await db.pool.query('update file_storage set id = $1 where id is null', [newId()])
    const { id } = await locationNow()
    const store = await open(configured)
    const marker = await readText(store, markerKey)
    if (marker === null ? !(await hasFilesOf(store)) : marker.trim() !== id)
      throw new ForeignStoreError(`${store.address} does not have the files of this database.`)
    if (marker === null) await writeText(store, markerKey, `${id}\n`)
    await db.pool.query('update file_storage set address = $1 where address is null', [configured])
    return check()
  }

  /** Whether the store has some of the files of a restored database, whose backup has no marker. */
  async function hasFilesOf(store: FileStore): Promise<boolean> {
    const all = await referencedFiles(db.pool)
    const { rows } = await db.pool.query<{ file_key: string }>(
      `${all} order by file_key desc limit ${filesLookedFor}`,
    )
    for (const { file_key } of rows) if ((await store.sizeOf(file_key)) !== null) return true
    return rows.length === 0
  }

  const checkOnce = () => {
    checking ??= unguarded(check).finally(() => {
      checking = undefined
    })
    return checking
  }

  return {
    stores: async () => known?.stores ?? checkOnce(),
    async present() {
      // Files are not moved while a process has the embedded database.
      if (!known || db.kind === 'embedded') return known?.stores ?? checkOnce()
      const { address, movingFrom } = await locationNow()
      const isSame = address === known.location.address && movingFrom === known.location.movingFrom
      return isSame ? known.stores : checkOnce()
    },
    isOurs: async (store) => known === undefined || belongs(store, known.location),
    async isCurrent(tx, store) {
      if (db.kind === 'embedded') return true
      await sql`select pg_advisory_xact_lock_shared(${advisoryLock})`.execute(tx)
      const { address } = await tx.selectFrom('fileStorage').select('address').executeTakeFirstOrThrow()
      return address !== null && (await openOwn(address)) === store
    },
  }
}

/** Before a node first uses a store, there is no marker to compare. */
const belongs = async (store: FileStore, location: Location): Promise<boolean> =>
  location.address === null || hasMarker(store, location)

/** Returns whether a store has the marker of this database. */
export const hasMarker = async (store: FileStore, { id }: Location): Promise<boolean> =>
  (await readText(store, markerKey))?.trim() === id

const storeName = (address: string): string =>
  address === folderAddress ? 'the folder files in DATA_DIR' : address
