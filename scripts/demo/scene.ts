/** Something that happens in the clinic at a moment, through the API as everything does. */
export interface Scene {
  /** Milliseconds since 1970. */
  at: number
  play(): Promise<unknown>
}

const day = 86_400_000
// Read before the clock is turned back.
const now = Date.now()
const midnight = now - (now % day)

/** A time of day, UTC, so many days before today; one at least, so that it is past whatever the hour is now. */
export const daysAgo = (days: number, time = '10:00'): number =>
  midnight - days * day + Date.parse(`1970-01-01T${time}:00Z`)

export const minutesAgo = (minutes: number): number => now - minutes * 60_000

/** The date in so many days from today; negative ones are past. */
export const dateIn = (days: number): string => new Date(midnight + days * day).toISOString().slice(0, 10)

/** Numbers from 0 to 1 that are the same at each run: mulberry32. */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
