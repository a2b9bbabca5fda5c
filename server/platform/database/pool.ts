import { AsyncLocalStorage } from 'node:async_hooks'
import pg, { type CustomTypesConfig, type PoolClient, type PoolConfig, type QueryResult } from 'pg'

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

/** Runs work that outlives the call, such as a timer or a shared look-up, as if it had no open transaction. */
export const unguarded = <T>(body: () => T): T => transactionOfCall.exit(body)

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** `pg`'s pool, which refuses queries while the same call has an open transaction. */
export class Pool extends pg.Pool {
  constructor(config: PoolConfig) {
    super({ ...config, types: plainTypes })
    // A broken idle connection is replaced at the next query, which reports failures.
    this.on('error', () => {})
    // Likewise between two statements of a transaction. Without a listener, the error would end the process.
    this.on('connect', (client) => client.on('error', () => {}))
  }

  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback) {
    if (transactionOfCall.getStore()?.open) {
      const error = new Error('Query outside the open transaction of this call. Use tx.')
      if (!callback) return Promise.reject(error)
      return callback(error, undefined, () => {})
    }
    return callback ? super.connect(callback) : super.connect()
  }

  /** Runs a statement with the driver's default parsers, as libraries expect. */
  queryForLibrary(text: string, values: unknown[] = []): Promise<QueryResult> {
    return this.query({ text, values, types: pg.types })
  }
}
