import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '#client'
import { Unreachable } from './failure.ts'

export interface Patience {
  /** How often it is tried in all. */
  attempts: number
  signal: AbortSignal
  /** Is told before each pause. */
  onPause?: (error: Error) => void
}

const firstPauseMs = 200
const longestPauseMs = 10_000
const longestAskedForMs = 60_000

/**
 * Tries again, with growing pauses, what may go better in a moment: the server is busy, or does not answer. What it asks
 * for by `Retry-After` is kept to, up to a minute.
 */
export async function patiently<T>(attempt: () => Promise<T>, patience: Patience): Promise<T> {
  const { attempts, signal, onPause } = patience
  for (let tried = 1; ; tried++) {
    try {
      return await attempt()
    } catch (error) {
      const pause = pauseAfter(error, tried)
      if (pause === undefined || tried >= attempts || signal.aborted) throw error
      onPause?.(error as Error)
      await wait(pause, undefined, { signal })
    }
  }
}

function pauseAfter(error: unknown, tried: number): number | undefined {
  const passing =
    error instanceof Unreachable ? error.passing : error instanceof ApiError && error.status === 503
  if (!passing) return undefined
  const growing = Math.min(firstPauseMs * 2 ** (tried - 1), longestPauseMs)
  // Those who were turned away together do not come back together.
  const own = growing * (0.75 + Math.random() / 2)
  const asked = error instanceof ApiError ? Number(error.headers.get('retry-after')) * 1000 : 0
  if (asked > longestAskedForMs) return undefined
  return Math.max(own, asked || 0)
}
