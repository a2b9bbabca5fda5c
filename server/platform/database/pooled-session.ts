import { randomBytes } from 'node:crypto'
import pg, { type ClientConfig, type PoolConfig, type QueryConfig, type QueryResult } from 'pg'
import { sessionSettings } from './session-settings.ts'
import { StandbyError } from './unusable-server.ts'

/** What the pooler is known to do. All connections share it. */
interface Pooler {
  /** Whether it lets clients name statements, as PgBouncer does from 1.21 with `max_prepared_statements`. */
  tracksNames: boolean
}

/**
 * Returns how a pool connects through a pooler that may use another server for each transaction. Nothing outlives a
 * transaction: see PooledSession.
 */
export function pooled(): PoolConfig {
  const pooler: Pooler = { tracksNames: false }
  let known: Promise<void> | undefined
  return {
    Client: class extends PooledSession {
      constructor(config?: ClientConfig) {
        super(pooler, config)
      }
    },
    // One connection is asked for all.
    onConnect: (client) => {
      known ??= (client as PooledSession).findOut().catch((error) => {
        known = undefined
        throw error
      })
      return known
    },
  }
}

/** Is the first statement of every transaction. */
const opening = `select pg_is_in_recovery() as standby, ${Object.entries(sessionSettings)
  .map(([setting, value]) => `set_config('${setting}', '${value}', true)`)
  .join(', ')}`

const begins = /^\s*(?:begin|start transaction)\b[^;]*/i
/** PostgreSQL refuses these in a transaction. */
const standsAlone = /^\s*(?:create|drop|reindex)\b[^;]*\bindex\s+concurrently\b/i

type Statement = string | QueryConfig
type Callback = (error: Error | null, result?: QueryResult) => void

/**
 * A connection that is a session only within a transaction. Each transaction starts with `sessionSettings`, and fails if
 * its server is a standby. A statement outside a transaction gets one of its own, without another round trip. Statements
 * lose their names unless the pooler tracks them.
 */
class PooledSession extends pg.Client {
  readonly #pooler: Pooler

  constructor(pooler: Pooler, config?: ClientConfig) {
    super({ ...config, pipeline: true })
    this.#pooler = pooler
  }

  /**
   * Finds out whether the pooler tracks names, with a named statement that lists itself: the pooler then gave it another
   * name. Otherwise the server has ours, which is removed again.
   */
  async findOut(): Promise<void> {
    const id = randomBytes(8).toString('hex')
    const name = `aerie_${id}`
    const text = `select name from pg_prepared_statements where position($1 in statement) > 0 /* ${id} */`
    await this.#begin('begin')
    const { rows } = await super.query<{ name: string }>({ name, text, values: [id] })
    this.#pooler.tracksNames = rows.length === 1 && rows[0]?.name !== name
    if (!this.#pooler.tracksNames) await super.query(`deallocate ${name}`)
    await super.query('commit')
  }

  /** Takes what `pg` takes. A `Query` is sent as it is, so it has to be in a transaction. */
  override query(statement: unknown, values?: unknown, callback?: unknown): never {
    if (statement instanceof pg.Query) return super.query(statement) as never
    const done = (typeof values === 'function' ? values : callback) as Callback | undefined
    const result = this.#run(
      statement as Statement,
      typeof values === 'function' ? [] : (values as unknown[]),
    )
    if (done) result.then((found) => done(null, found), done)
    return (done ? undefined : result) as never
  }

  async #run(statement: Statement, values: unknown[] | undefined): Promise<QueryResult> {
    const text = typeof statement === 'string' ? statement : statement.text
    if (this.getTransactionStatus() !== 'I' || standsAlone.test(text)) return this.#send(statement, values)
    if (begins.test(text)) return this.#begin(text)
    const steps = await Promise.allSettled([
      this.#begin('begin'),
      this.#send(statement, values),
      super.query('commit'),
    ])
    for (const step of steps) if (step.status === 'rejected') throw step.reason
    return (steps[1] as PromiseFulfilledResult<QueryResult>).value
  }

  /** @throws StandbyError; then no transaction is open */
  async #begin(text: string): Promise<QueryResult> {
    const results = (await super.query(text.replace(begins, `$&; ${opening}`))) as unknown as QueryResult[]
    const [opened] = results.splice(1, 1)
    if (opened?.rows[0].standby) {
      await super.query('rollback')
      throw new StandbyError()
    }
    return results.length === 1 ? results[0]! : (results as unknown as QueryResult)
  }

  #send(statement: Statement, values: unknown[] | undefined): Promise<QueryResult> {
    if (typeof statement === 'string' || this.#pooler.tracksNames)
      return super.query(statement as string, values)
    const { name: _, ...unnamed } = statement
    return super.query(unnamed, values)
  }
}
