import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from './pool.ts'

export interface Holders {
  /** The process of PostgreSQL that may be waiting. */
  waiting: number | undefined
  /** Who held the locks for which it waited last. */
  readonly found: string
  stop(): Promise<void>
}

const lookEveryMs = 100

const select = `
select format('process %s of user %s (%s), in a transaction since %s', pid, usename,
              coalesce(nullif(application_name, ''), 'a program without a name'), xact_start::timestamptz(0)) as holder
from pg_stat_activity where pid = any (pg_blocking_pids($1)) order by pid`

/** Looks who holds the locks for which a process waits, until it is stopped. The embedded database has no other processes. */
export function watchHolders(pool: Pool): Holders {
  const stopping = new AbortController()
  let found = 'it is not known who'
  const watching = pool.connections.options.max === 1 ? undefined : watch().catch(() => {})
  const holders: Holders = {
    waiting: undefined,
    get found() {
      return found
    },
    async stop() {
      stopping.abort()
      await watching
    },
  }
  return holders

  async function watch(): Promise<void> {
    for (;;) {
      await wait(lookEveryMs, undefined, { signal: stopping.signal })
      if (holders.waiting === undefined) continue
      const { rows } = await pool.query<{ holder: string }>(select, [holders.waiting])
      if (rows.length > 0) found = rows.map(({ holder }) => holder).join('; ')
    }
  }
}
