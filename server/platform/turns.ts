import { isMemoryScarce } from './memory.ts'
import { busy } from './refusal.ts'

export interface Turn {
  /** Aborted when the caller disconnects, which gives up the turn. */
  signal?: AbortSignal
  /** Whether to go before everyone who does not. */
  first?: boolean
}

interface Waiting {
  run(): Promise<void>
}

/**
 * Creates a queue that runs work one at a time, in two lines.
 * @param mostWaiting how many may wait in each line
 * @returns a function that waits for its turn and returns the work's result. It throws Refusal `busy` if the line is
 * full, and the signal's reason if that aborts before the turn comes
 */
export function createTurns(mostWaiting: number) {
  // Sets, because any of those who wait may leave.
  const lines = { first: new Set<Waiting>(), others: new Set<Waiting>() }
  let isRunning = false

  return async function inTurn<T>(work: () => Promise<T>, { signal, first = false }: Turn = {}): Promise<T> {
    signal?.throwIfAborted()
    const line = first ? lines.first : lines.others
    if (line.size >= mostWaiting) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const waiting = { run: () => work().then(resolve, reject) }
    const leave = () => {
      line.delete(waiting)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave)
    line.add(waiting)
    if (!isRunning) void runAll()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  async function runAll(): Promise<void> {
    isRunning = true
    for (let next = take(); next; next = take()) await next.run()
    isRunning = false
  }

  function take(): Waiting | undefined {
    for (const line of [lines.first, lines.others]) {
      for (const next of line) {
        line.delete(next)
        return next
      }
    }
    return undefined
  }
}

/** Runs work of helper processes, which take tens of megabytes each: one at a time if memory is scarce. */
export const inHelperTurn: <T>(work: () => Promise<T>, turn?: Turn) => Promise<T> = isMemoryScarce()
  ? createTurns(Number.POSITIVE_INFINITY)
  : (work) => work()
