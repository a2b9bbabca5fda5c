/** An event in the clinic, played through the API. */
export interface Scene {
  /** Milliseconds since 1970. */
  at: number
  play(): Promise<unknown>
}

export const scene = (at: number, play: Scene['play']): Scene => ({ at, play })

const day = 86_400_000
// Read before the clock is turned back.
const now = Date.now()
const midnight = now - (now % day)

/** Returns a time of day (UTC) so many days before today; at least one, so that it is always in the past. */
export const daysAgo = (days: number, time = '10:00'): number =>
  midnight - days * day + Date.parse(`1970-01-01T${time}:00Z`)

export const minutesAgo = (minutes: number): number => now - minutes * 60_000

/** Returns the date in so many days from today; negative days are in the past. */
export const dateIn = (days: number): string => new Date(midnight + days * day).toISOString().slice(0, 10)
