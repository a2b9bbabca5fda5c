import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Until the first waits: whole nodes may have to start for it. */
const beginWithinMs = 5 * 60_000
/** From then on. Less than the server's own patience with a lock, its new attempts included. */
const meetWithinMs = 15_000

/**
 * Makes calls meet that would else come one after the other by luck: takes a lock by the statement `lock`, starts the
 * calls, and lets go once `count` connections of this PostgreSQL database wait. `change` is a statement that commits just
 * before. `waiting` lets a call come later, when so many wait already.
 * @throws Error where they do not come to wait.
 */
export async function meeting<T>(
  databaseUrl: string | undefined,
  { lock, count, change }: { lock: string; count: number; change?: string },
  start: (waiting: (count: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const [holder, watcher] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)]
  await Promise.all([holder.connect(), watcher.connect()])
  try {
    await holder.query('begin')
    await holder.query(lock)
    const calls = start((already) => {
      if (already >= count) throw new Error('Once `count` wait they are let go: wait for fewer.')
      return waiting(watcher, already)
    })
    calls.catch(() => {})
    await waiting(watcher, count)
    await holder.query(change ? `${change}; commit` : 'rollback')
    return await calls
  } finally {
    await Promise.all([holder.end(), watcher.end()])
  }
}

async function waiting(watcher: pg.Client, count: number): Promise<void> {
  let deadline = performance.now() + beginWithinMs
  let [found, began] = [0, false]
  while (performance.now() < deadline) {
    const { rows } = await watcher.query(
      `select count(*)::int as found from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    found = rows[0].found
    if (found >= count) return
    if (found > 0 && !began) [began, deadline] = [true, performance.now() + meetWithinMs]
    await wait(5)
  }
  throw new Error(`${found} of ${count} came to wait for the lock.`)
}
