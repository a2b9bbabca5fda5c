import { setFlagsFromString } from 'node:v8'
import { threadId } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'

/** The parts of PostgreSQL inside PGlite used here: its main loop and the flags that its signal handlers set. */
interface Postgres {
  HEAPU8: Uint8Array
  _malloc: (bytes: number) => number
  _PostgresMainLoopOnce: () => void
  _raw_parser: (statement: number, mode: 0) => number
  _InterruptPending: number
  _QueryCancelPending: number
}

/** The status of the exception that ends a failed statement. */
const statementFailed = 100

/**
 * Ends the database when PostgreSQL panics or crashes. PGlite treats every exception as a failed statement and would
 * continue, acknowledging commits that never happened.
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
 * Defines the global `cancelRequest`, which ends the running statement with 57014 (query_canceled), like SIGINT. The main
 * thread calls it through the inspector while PostgreSQL's code is running.
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
  // A request that arrives as its statement ends must not cancel the next one.
  return { forgetCancel: () => setPending(0) }
}

/**
 * Keeps V8 from optimizing PostgreSQL's parser, a single function of 105 kB, which takes 604 MB for a third of a second.
 * V8 compiles a function when it is first called, and only counts its calls then if it may optimize it later: this filter
 * allows that for no function that the server calls. Other functions are optimized as usual.
 */
export function compileParserWithoutOptimizing(module: unknown): void {
  const postgres = module as Postgres
  const loop = postgres._PostgresMainLoopOnce
  // PostgreSQL's memory is ready when the first statement arrives.
  postgres._PostgresMainLoopOnce = () => {
    postgres._PostgresMainLoopOnce = loop
    const statement = Buffer.from('SELECT 1\0')
    const address = postgres._malloc(statement.length)
    postgres.HEAPU8.set(statement, address)
    setFlagsFromString('--wasm-tier-up-filter=0')
    postgres._raw_parser(address, 0)
    setFlagsFromString('--wasm-tier-up-filter=-1')
    loop()
  }
}
