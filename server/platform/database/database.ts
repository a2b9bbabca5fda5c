import { mkdir } from 'node:fs/promises'
import { CamelCasePlugin, Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely'
import { collectAfterCommit } from './after-commit.ts'
import type { EmbeddedDatabase } from './embedded.ts'
import type { DB } from './generated/tables.ts'
import { guarded, Pool } from './pool.ts'
import { preparing } from './prepared.ts'
import { retrying } from './retrying.ts'

/** The database outside a transaction: for operations that only read. A `Transaction` is one too. */
export type Reader = Kysely<DB>
/** Proof, by type, that what is done commits or rolls back together. */
export type Transaction = KyselyTransaction<DB>

export interface Database {
  kind: 'embedded' | 'postgresql'
  reader: Reader
  pool: Pool
  /** For libraries that bring statements of their own: values are read as `pg` reads them by default. */
  forLibraries: Kysely<unknown>
  /** Apart on PostgreSQL, so that work waiting for locks never keeps anyone from being recognised. */
  recognitionPool: Pool
  /**
   * READ COMMITTED, committed when `body` resolves. What the database undid for others' sake (deadlock, lock
   * timeout, serialisation) is done again a few times: `body` must not act on anything but the database.
   */
  transaction<T>(body: (tx: Transaction) => Promise<T>): Promise<T>
  /** Rejects when the embedded database's worker ends by itself; never on PostgreSQL. */
  failed: Promise<never>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A PostgreSQL server; without one, the embedded database in `dataDir`. */
  url: string | undefined
  dataDir: string
  poolSize: number
  /** Milliseconds, of the embedded database; half a minute unless given. Sessions on PostgreSQL set theirs. */
  statementTimeout?: number
}

const recognitionPoolSize = 2

/** Opens the database. @throws FolderInUseError when another process has the embedded one open. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url) {
    const settings = {
      connectionString: options.url,
      options: sessionSettings,
      connectionTimeoutMillis: 10_000,
      // A server that vanished without a word is noticed by its silence.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    }
    const pool = new Pool({ ...settings, max: options.poolSize })
    return toDatabase('postgresql', pool, new Pool({ ...settings, max: recognitionPoolSize }))
  }
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const { openEmbedded } = await import('./embedded.ts')
  const { statementTimeout } = options
  const embedded = await openEmbedded(options.dataDir, { ...(statementTimeout && { statementTimeout }) })
  const pool = new Pool({
    stream: embedded.stream,
    max: 1,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    idleTimeoutMillis: 0,
  })
  return toDatabase('embedded', pool, pool, embedded)
}

/** No statement and no wait is without an end; a forgotten transaction does not hold its locks. */
const sessionSettings = [
  'statement_timeout=30s',
  'lock_timeout=5s',
  'idle_in_transaction_session_timeout=30s',
  // Compiling costs more than any of these statements takes.
  'jit=off',
  'timezone=UTC',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

function toDatabase(
  kind: Database['kind'],
  pool: Pool,
  recognitionPool: Pool,
  embedded?: EmbeddedDatabase,
): Database {
  const reader = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: kind === 'postgresql' ? preparing(pool) : pool }),
    // Columns of ours only: what lies in JSON keeps its names.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return {
    kind,
    reader,
    forLibraries: new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: recognitionPool.forLibraries() }),
    }),
    pool,
    recognitionPool,
    transaction: (body) =>
      retrying(async () => {
        let committed = () => {}
        const result = await reader
          .transaction()
          .setIsolationLevel('read committed')
          .execute((tx) => {
            committed = collectAfterCommit(tx)
            return guarded(() => body(tx))
          })
        committed()
        return result
      }),
    failed: embedded?.failed ?? new Promise(() => {}),
    async close() {
      await pool.end()
      if (recognitionPool !== pool) await recognitionPool.end()
      await embedded?.close()
    },
  }
}
