import pg from 'pg'
import type { Connecting } from './pool.ts'
import type { AskServer } from './silence.ts'

const timeLimits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 }

/** The processes with a statement that began before some seconds, and that does not wait for the client to read. */
const running = `select pid from pg_stat_activity
  where state = 'active' and wait_event is distinct from 'ClientWrite'
    and query_start < clock_timestamp() - make_interval(secs => $1)
    and usename = current_user and datname = current_database()`

/**
 * Returns a function that asks the server, on a new connection, which statements it runs. Behind a pooler, where the server's
 * processes have other numbers, any long statement may be the one.
 * @param afterSeconds how long a statement runs at least
 */
export const askServer =
  ({ connectionString, ssl, pooler }: Connecting, afterSeconds = 8): AskServer =>
  async () => {
    const client = new pg.Client({ connectionString, ...(ssl !== undefined && { ssl }), ...timeLimits })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(running, [afterSeconds])
      const processes = new Set<number | null>(rows.map(({ pid }) => pid))
      return pooler ? () => processes.size > 0 : (processId) => processes.has(processId)
    } catch {
      return undefined
    } finally {
      // Without waiting for an answer, which may never come.
      client.end().catch(() => {})
    }
  }
