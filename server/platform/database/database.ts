import { stat } from 'node:fs/promises'
import path from 'node:path'
import { CamelCasePlugin, Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely'
import { openFolder } from '../data-folder.ts'
import { createTurns } from '../turns.ts'
import { collectAfterCommit } from './after-commit.ts'
import { direct } from './direct-session.ts'
import { damageSinceStop } from './folder-manifest.ts'
import { clusterIn, IncompleteFolderError, sentenceAbout, stateOfFolder } from './folder-state.ts'
import type { DB } from './generated/tables.ts'
import { type Connecting, guarded, Pool, refuseInTransaction, type Send } from './pool.ts'
import { pooled } from './pooler.ts'
import { preparing } from './prepared.ts'
import { retrying } from './retrying.ts'
import { askServer, endSilentConnections } from './silence.ts'
import { takeTls } from './tls.ts'

/** The database outside a transaction, for operations that only read. A `Transaction` is one too. */
export type Reader = Kysely<DB>
/** The type proves that all changes commit or roll back together. */
export type Transaction = KyselyTransaction<DB>

export interface Database {
  kind: 'embedded' | 'postgresql'
  reader: Reader
  pool: Pool
  /** A separate pool on PostgreSQL, so that work waiting for locks never blocks authentication. */
  authenticationPool: Pool
  /** Statements on `authenticationPool`. */
  authenticationReader: Reader
  /**
   * Runs `body` in a READ COMMITTED transaction that commits when it resolves. Retries a few times after a deadlock, lock
   * timeout or serialization failure, so `body` must have no effects outside the database.
   */
  transaction<T>(body: (tx: Transaction) => Promise<T>): Promise<T>
  /** Sets `statementTimeout` of the options, in milliseconds. */
  limitStatements(ms: number): void
  /** Rejects when the embedded database's worker ends by itself; never on PostgreSQL. */
  failed: Promise<never>
  /** @param note what `noteIn` returns until the embedded database is opened again */
  close(note?: string[]): Promise<void>
}

export interface DatabaseOptions {
  /** A PostgreSQL server; without one, the embedded database in `dataDir`. */
  url: string | undefined
  dataDir: string
  poolSize: number
  /**
   * Milliseconds; 30 s by default. The embedded database cancels a statement that takes more CPU time. On PostgreSQL, whose
   * sessions have a limit of their own, a connection that is silent a little longer is given up even if the server cannot be asked.
   */
  statementTimeout?: number
  /** Whether to compare all of an embedded database with what the last clean stop left, and not only what has changed since. */
  readsAll?: boolean | undefined
  /** How PostgreSQL lists the connections; `aerie` by default. A pooler has one name for all. */
  name?: string
}

const authenticationPoolSize = 2
/** Milliseconds that a statement's own limit has to arrive. */
const statementTimeoutMargin = 5_000
/** In milliseconds. It is short because these statements read single rows. */
const longestAuthenticationSilence = 10_000

/**
 * Opens the database. Creates the embedded one in a new folder.
 * @throws FolderInUseError when another process has the embedded one open, IncompleteFolderError, or TlsSettingError
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { statementTimeout = 30_000 } = options
  if (options.url) {
    const settings = {
      ...connectionOf(options.url, options.name ?? 'aerie'),
      connectionTimeoutMillis: 10_000,
      // Detects a server that disappeared without closing its connections.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    }
    const watched = (max: number, longestSilence: number) => {
      const silence = endSilentConnections(longestSilence, askServer(settings))
      return {
        pool: new Pool({ ...settings, max, onConnect: silence.watching(settings.onConnect) }),
        silence,
      }
    }
    const work = watched(options.poolSize, statementTimeout + statementTimeoutMargin)
    const authentication = watched(authenticationPoolSize, longestAuthenticationSilence)
    work.pool.borrowFrom(authentication.pool)
    authentication.pool.borrowFrom(work.pool)
    return {
      ...toDatabase('postgresql', work.pool, authentication.pool),
      limitStatements: (ms) => work.silence.setLimit(ms + statementTimeoutMargin),
      failed: new Promise(() => {}),
      async close() {
        await Promise.all([work.pool.end(), authentication.pool.end()])
        for (const { silence } of [work, authentication]) silence.stop()
      },
    }
  }
  // Looks first, because opening the folder changes its permissions, and PostgreSQL what is in it.
  if (stateOfFolder(options.dataDir) === 'complete') refuseDamage(options.dataDir, options.readsAll)
  await openFolder(options.dataDir)
  const { openEmbedded } = await import('./embedded.ts')
  const embedded = await openEmbedded(options.dataDir, { statementTimeout })
  const pool = new Pool({
    stream: embedded.stream,
    max: 1,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    idleTimeoutMillis: 0,
  })
  const close = async (note?: string[]) => {
    await pool.end()
    await embedded.close(note)
  }
  try {
    await refuseMissingRelations(pool, options.dataDir)
    const { limitStatements, failed } = embedded
    return { ...toDatabase('embedded', pool, pool), limitStatements, failed, close }
  } catch (error) {
    await close()
    throw error
  }
}

function toDatabase(
  kind: Database['kind'],
  pool: Pool,
  authenticationPool: Pool,
): Omit<Database, 'limitStatements' | 'failed' | 'close'> {
  // Converts column names only, not the keys of JSON values.
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
  const readerOf = (pool: Pool, send?: Send) =>
    new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool.forKysely(send) }), plugins })
  const reader = readerOf(pool, preparing())
  // On the only connection, transactions queue here: what others read goes between two of them.
  const inTurn = kind === 'embedded' ? createTurns(Number.POSITIVE_INFINITY) : atOnce
  return {
    kind,
    reader,
    pool,
    authenticationPool,
    authenticationReader: readerOf(authenticationPool),
    transaction: (body) =>
      retrying(async () => {
        let committed = () => {}
        // Its turn would never come.
        refuseInTransaction()
        const result = await inTurn(() =>
          reader
            .transaction()
            .setIsolationLevel('read committed')
            .execute((tx) => {
              committed = collectAfterCommit(tx)
              return guarded(() => body(tx))
            }),
        )
        committed()
        return result
      }),
  }
}

const atOnce = <T>(work: () => Promise<T>): Promise<T> => work()

/**
 * Returns how a pool connects to the server of a DATABASE_URL.
 * @param name how PostgreSQL lists the connections; a pooler has one name for all
 * @throws TlsSettingError
 */
function connectionOf(url: string, name: string): Connecting {
  const [address, query] = url.split('?')
  const parameters = new URLSearchParams(query)
  const isPooled = parameters.get('pgbouncer') === 'true'
  const ssl = takeTls(parameters)
  const isSocket = parameters.get('host')?.startsWith('/') ?? /[@/]%2f/i.test(address ?? '')
  return {
    ...(isPooled ? pooled() : direct(name)),
    // The driver would prefer its own meaning of the parameters about TLS.
    connectionString: `${address}?${parameters}`,
    // In libpq, too, sockets of this machine have no TLS.
    ...(ssl !== undefined && { ssl: !isSocket && ssl }),
  }
}

/** Refuses an embedded database in which something changed since it was closed. @throws IncompleteFolderError */
function refuseDamage(dataDir: string, readsAll = false): void {
  const damage = damageSinceStop(clusterIn(dataDir), readsAll ? 'all' : 'changed')
  if (damage.length > 0) throw new IncompleteFolderError(dataDir, sentenceAbout(damage))
}

/**
 * Refuses an embedded database that has lost files of tables or indexes, as a copy does that was broken off. It would start
 * without them, and fail when they are needed. An index is never empty.
 * @throws IncompleteFolderError
 */
async function refuseMissingRelations(pool: Pool, dataDir: string): Promise<void> {
  const { rows } = await pool.query<{ file: string; name: string; isIndex: boolean }>(
    `select pg_relation_filepath(oid) as file, relname as name, relkind = 'i' as "isIndex"
     from pg_class where pg_relation_filepath(oid) is not null and relpersistence = 'p' order by 1`,
  )
  const lost = rows.map(async ({ file, name, isIndex }) => {
    const size = (await stat(path.join(clusterIn(dataDir), file)).catch(() => null))?.size ?? -1
    return size < (isIndex ? 1 : 0) ? [`${file} (${name})`] : []
  })
  const missing = (await Promise.all(lost)).flat()
  if (missing.length > 0) throw new IncompleteFolderError(dataDir, sentenceAbout(missing))
}
