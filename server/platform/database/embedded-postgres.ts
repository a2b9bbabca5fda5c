import { threadId } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'

/** What of PostgreSQL inside PGlite these functions reach for: its main loop, and the flags its signal handlers set. */
interface Postgres {
  HEAPU8: Uint8Array
  _PostgresMainLoopOnce: () => void
  _InterruptPending: number
  _QueryCancelPending: number
}

/** The status of the exception by which PostgreSQL leaves a failed statement. */
const statementFailed = 100

/**
 * Ends the database when PostgreSQL panics or crashes. PGlite takes every exception for a failed statement and would
 * go on with what is left, acknowledging commits that never were.
 */
export function endWhenBroken(database: PGlite, fail: (reason: unknown) => never): void {
  const postgres = database.Module as unknown as Postgres
  const loop = postgres._PostgresMainLoopOnce
  postgres._PostgresMainLoopOnce = () => {
    try {
      loop()
    } catch (error) {
      if ((error as { status?: number }).status !== statementFailed) fail(error)
      throw error
    }
  }
}

/**
 * Offers this thread's global `cancelRequest`, which has the running statement end with 57014 (query_canceled), as the
 * signal SIGINT would. The main thread calls it through the inspector, in the middle of PostgreSQL's own code.
 */
export function makeCancellable(database: PGlite, running: Int32Array): { forgetCancel: () => void } {
  const postgres = database.Module as unknown as Postgres
  const setPending = (value: 0 | 1) => {
    const memory = new Int32Array(postgres.HEAPU8.buffer)
    memory[postgres._QueryCancelPending / 4] = value
    if (value) memory[postgres._InterruptPending / 4] = value
  }
  Object.assign(globalThis, {
    cancelRequest(thread: number, request: number) {
      if (thread === threadId && request === running[0]) setPending(1)
    },
  })
  // One that came as its statement ended must not hit the next.
  return { forgetCancel: () => setPending(0) }
}
