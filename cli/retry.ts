import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '#client'
import { Unreachable } from './failure.ts'

export interface Retry {
  /** The number of attempts in total. */
  attempts: number
  signal: AbortSignal
  /** Called before each pause. */
  onPause?: (error: Error) => void
}

const firstPauseMs = 200
const longestPauseMs = 10_000
const longestRetryAfterMs = 60_000

/** Retries with growing pauses while the server is busy or does not respond. Honors `Retry-After` up to a minute. */
export async function withRetries<T>(attempt: () => Promise<T>, retry: Retry): Promise<T> {
  const { attempts, signal, onPause } = retry
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
  const isTemporary =
    error instanceof Unreachable ? error.isTemporary : error instanceof ApiError && error.status === 503
  if (!isTemporary) return undefined
  const growing = Math.min(firstPauseMs * 2 ** (tried - 1), longestPauseMs)
  // Random, so that clients rejected together do not return together.
  const pause = growing * (0.75 + Math.random() / 2)
  const asked = error instanceof ApiError ? Number(error.headers.get('retry-after')) * 1000 : 0
  if (asked > longestRetryAfterMs) return undefined
  return Math.max(pause, asked || 0)
}
