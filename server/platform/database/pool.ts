import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg, {
  type CustomTypesConfig,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg'
import { sqlState } from './retrying.ts'
import { type Pooler, Session } from './session.ts'

const { builtins, getTypeParser } = pg.types

const parseTime = (text: string) => new Date(text).toISOString()

/**
 * Parsers for values, except in libraries, which expect the driver's defaults: times as RFC 3339 text with milliseconds,
 * dates as text (the default is local midnight), bigint as a number.
 */
export const plainTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === builtins.TIMESTAMPTZ) return parseTime
    if (oid === builtins.DATE) return String
    if (oid === builtins.INT8) return Number
    return getTypeParser(oid, format)
  }) as CustomTypesConfig['getTypeParser'],
}

interface OpenTransaction {
  open: boolean
}

const transactionOfCall = new AsyncLocalStorage<OpenTransaction>()

/** Runs a transaction's body so that queries outside it throw instead of hanging or committing separately. */
export async function guarded<T>(body: () => Promise<T>): Promise<T> {
  const transaction = { open: true }
  try {
    return await transactionOfCall.run(transaction, body)
  } finally {
    transaction.open = false
  }
}

/** @throws Error if the same call has an open transaction */
export function refuseInTransaction(): void {
  if (transactionOfCall.getStore()?.open)
    throw new Error('Query outside the open transaction of this call. Use tx.')
}

/** Runs work that outlives the call, such as a timer or a shared look-up, as if it had no open transaction. */
export const unguarded = <T>(body: () => T): T => transactionOfCall.exit(body)

/** too_many_connections: of the server or of the role */
const tooManyConnections = '53300'
/** Milliseconds after which a pool asks for more connections than the server allowed. */
const contentFor = 30_000

/** How a pool connects. `pooler` is set if there is one in between. */
export type Connecting = PoolConfig & { pooler?: Pooler }

/** How an instance of Kysely sends a statement. */
export type Send = (session: Session, text: string, values: unknown[]) => Promise<QueryResult>

/** Sends each statement with the settings of a session, and refuses any while the same call has an open transaction. */
export class Pool {
  readonly #pool: pg.Pool
  readonly #pooler: Pooler | undefined
  readonly #max: number
  /** The connections that the server has accepted. */
  readonly #open = new Set<PoolClient>()
  #lender: Pool | undefined

  constructor({ pooler, ...config }: Connecting) {
    const connections = new pg.Pool({ ...config, types: plainTypes })
    // A broken idle connection is replaced at the next query, which reports failures.
    connections.on('error', () => {})
    // So does the next statement of a transaction. Without a listener, the error would end the process.
    connections.on('connect', (client) => {
      client.on('error', () => {})
      this.#open.add(client)
    })
    connections.on('remove', (client) => this.#open.delete(client))
    this.#pool = connections
    this.#pooler = pooler
    this.#max = connections.options.max
  }

  /** To count and observe. Their own statements would lack the settings. */
  get connections(): Omit<pg.Pool, 'connect' | 'query'> {
    return this.#pool
  }

  /** Takes connections from another pool while the server allows this one none. */
  borrowFrom(lender: Pool): void {
    this.#lender = lender
  }

  /** Returns a connection, which the caller has to release. */
  async connect(): Promise<Session> {
    refuseInTransaction()
    return new Session(await this.#lease(), this.#pooler)
  }

  /** Takes a connection. If the server allows no more, it waits for one of those that there are, for a while from this pool only. */
  async #lease(): Promise<PoolClient> {
    for (;;) {
      try {
        return await this.#pool.connect()
      } catch (error) {
        if (sqlState(error) !== tooManyConnections) throw error
        if (this.#open.size === 0) {
          if (!this.#lender || this.#lender.#open.size === 0) throw error
          return this.#lender.#lease()
        }
        const { options } = this.#pool
        options.max = this.#open.size
        setTimeout(() => {
          options.max = this.#max
        }, contentFor).unref()
      }
    }
  }

  /** Lends a connection to `body`, and closes it if that fails. */
  async lend<T>(body: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.connect()
    try {
      const result = await body(session)
      session.release()
      return result
    } catch (error) {
      session.release(true)
      throw error
    }
  }

  /** Runs a statement as `Session.query` does. */
  // biome-ignore lint/suspicious/noExplicitAny: as in `pg`
  query<Row extends QueryResultRow = any>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    return this.lend((session) => session.query<Row>(statement, values))
  }

  /** Runs a statement with the driver's default parsers, as libraries expect. */
  queryForLibrary(text: string, values: unknown[] = []): Promise<QueryResult> {
    return this.query({ text, values, types: pg.types })
  }

  /** Returns this pool for an instance of Kysely. */
  forKysely(send: Send = (session, ...statement) => session.query(...statement)): PostgresPool {
    const connect = async () => {
      const session = await this.connect()
      return {
        query: (text: string, values: unknown[]) => send(session, text, values),
        release: (discard?: boolean) => session.release(discard),
      } as unknown as PostgresPoolClient
    }
    return { options: this.connections.options, connect, end: async () => {} }
  }

  end(): Promise<void> {
    return this.connections.end()
  }
}
