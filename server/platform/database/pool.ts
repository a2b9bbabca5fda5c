import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg, { type CustomTypesConfig, type PoolClient, type PoolConfig, type QueryResult } from 'pg'

const { builtins, getTypeParser } = pg.types

/**
 * How values are read everywhere but in the libraries, which expect the driver's defaults: times as RFC 3339 text
 * with milliseconds, dates as written (the default makes local midnight of them), bigint as a number.
 */
export const plainTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString()
    if (oid === builtins.DATE) return (text: string) => text
    if (oid === builtins.INT8) return Number
    return getTypeParser(oid, format)
  }) as CustomTypesConfig['getTypeParser'],
}

interface OpenTransaction {
  open: boolean
}

const transactionOfCall = new AsyncLocalStorage<OpenTransaction>()

/** Runs a transaction's body such that a query beside it, on any pool, throws instead of hanging or committing outside. */
export async function guarded<T>(body: () => Promise<T>): Promise<T> {
  const transaction = { open: true }
  try {
    return await transactionOfCall.run(transaction, body)
  } finally {
    transaction.open = false
  }
}

/** Runs what outlives this call, such as a timer or a shared look-up, as if the call had no transaction open. */
export const unguarded = <T>(body: () => T): T => transactionOfCall.exit(body)

/** `pg`'s pool, refusing to be asked from inside an open transaction of the same call. */
export class Pool extends pg.Pool {
  constructor(config: PoolConfig) {
    super({ ...config, types: plainTypes })
    // An idle connection that breaks is replaced at the next query, which is where a failure is reported.
    this.on('error', () => {})
    // So is one that breaks between two statements of a transaction: unheard, it would end the process.
    this.on('connect', (client) => client.on('error', () => {}))
  }

  override connect(): Promise<PoolClient>
  override connect(
    callback: (
      error: Error | undefined,
      client: PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): void
  override connect(
    callback?: (
      error: Error | undefined,
      client: PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ) {
    if (transactionOfCall.getStore()?.open) {
      const error = new Error(
        'A query on the database itself while this call has a transaction open: use tx.',
      )
      if (!callback) return Promise.reject(error)
      return callback(error, undefined, () => {})
    }
    return callback ? super.connect(callback) : super.connect()
  }

  /** Runs one statement with the driver's own reading of values, as libraries expect it. */
  queryForLibrary(text: string, values: unknown[] = []): Promise<QueryResult> {
    return this.query({ text, values, types: pg.types })
  }

  /** This pool as a Kysely of a library's own uses it. */
  forLibraries(): PostgresPool {
    const connect = async () => {
      const client = await this.connect()
      return {
        query: (text: string, values: unknown[]) => client.query({ text, values, types: pg.types }),
        release: () => client.release(),
      } as unknown as PostgresPoolClient
    }
    return { options: this.options, connect, end: async () => {} }
  }
}
