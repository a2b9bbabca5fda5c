import assert from 'node:assert/strict'
import type { PoolClient, Query, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { sqlState } from './retrying.ts'
import { sessionSettings } from './session-settings.ts'
import { StandbyError } from './unusable-server.ts'

/** What a connection pooler is known to do. All connections through it share this. */
export interface Pooler {
  /** Whether it lets clients name statements, as PgBouncer does from 1.21 with `max_prepared_statements`. */
  tracksNames: boolean
  /** What every transaction begins with. */
  opening: string
}

const settings = Object.entries(sessionSettings).map(([name, value]) => `set local ${name} = '${value}'`)
/**
 * Returns what is part of every transaction behind a pooler. It takes no snapshot, so that an isolation level can follow.
 * @param searchPath null leaves the role's own
 */
export const openingWith = (searchPath: string | null): string =>
  [
    ...settings,
    ...(searchPath === null ? [] : [`set local search_path = ${searchPath}`]),
    'show in_hot_standby',
  ].join('; ')

/** active_sql_transaction */
const refusedInTransactions = '25001'

/**
 * A connection while one caller has it. Behind a pooler, which may use another server for each transaction, every
 * transaction starts with `sessionSettings` and fails if its server is a standby. Statements outside a transaction get one,
 * without another round trip, and lose their names unless the pooler tracks them.
 */
export class Session {
  readonly #client: PoolClient
  readonly #pooler: Pooler | undefined

  constructor(client: PoolClient, pooler?: Pooler) {
    this.#client = client
    this.#pooler = pooler
  }

  get isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I'
  }

  /**
   * Runs a statement. Without values, it can be several, also with `begin` and `commit`: the result is then an array.
   * @throws StandbyError; then no transaction is open
   */
  // biome-ignore lint/suspicious/noExplicitAny: as in `pg`
  async query<Row extends QueryResultRow = any>(
    statement: string | QueryConfig,
    values: unknown[] = [],
  ): Promise<QueryResult<Row>> {
    const query: QueryConfig = typeof statement === 'string' ? { text: statement, values } : statement
    if (!this.#pooler) return this.#client.query(query)
    const { name: _, ...unnamed } = query
    const sent = this.#pooler.tracksNames ? query : unnamed
    if (this.isInTransaction) return this.#client.query(sent)
    if (!query.values?.length) return this.#queryWithoutValues(unnamed, this.#pooler.opening)
    const steps = [
      this.#open({ text: `begin; ${this.#pooler.opening}` }),
      this.#client.query<Row>(sent),
      this.#client.query('commit'),
    ] as const
    await Promise.allSettled(steps)
    const [, result] = await Promise.all(steps)
    return result
  }

  /** PostgreSQL runs the statements of a message in one transaction, which a `begin` among them continues. */
  async #queryWithoutValues(query: QueryConfig, opening: string): Promise<QueryResult> {
    try {
      const results = await this.#open({ ...query, text: `${opening}; ${query.text}` })
      return results.length === 1 ? results[0]! : (results as unknown as QueryResult)
    } catch (error) {
      if (sqlState(error) !== refusedInTransactions) throw error
      // Such as `create index concurrently`. It succeeds only if it is a single statement.
      return this.#client.query(query)
    }
  }

  /** Sends a message with the pooler's `opening` in it, and returns the results of the statements after that. */
  async #open(query: QueryConfig): Promise<QueryResult[]> {
    const results = (await this.#client.query(query)) as unknown as QueryResult[]
    const opened = results.findIndex(({ command }) => command === 'SHOW')
    if (results[opened]?.rows[0].in_hot_standby === 'on') {
      if (this.isInTransaction) await this.#client.query('rollback')
      throw new StandbyError()
    }
    return results.slice(opened + 1)
  }

  /** Sends a query of a class of its own, which has to be in a transaction. */
  submit(query: Query): void {
    assert.ok(this.isInTransaction)
    this.#client.query(query)
  }

  /** @param discard closes the connection, which rolls back an open transaction */
  release(discard?: boolean): void {
    this.#client.release(discard)
  }

  /**
   * Ends the transaction with all that it locks, and the connection. Without this, the server learns of the end when the caller may
   * already have gone on, and refuses the next to take the lock.
   */
  async end(): Promise<void> {
    await this.query('rollback').catch(() => {})
    this.release(true)
  }
}
