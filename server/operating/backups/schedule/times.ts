const dayMs = 24 * 60 * 60 * 1000

/** When backups are due: each day at the time `at`, such as `02:00`, in a time zone. */
export interface Schedule {
  at: string
  timeZone: string
}

/** Returns the last instant until `now`, in milliseconds since 1970, at which a backup was due. */
export const lastDue = (schedule: Schedule, now: number): number =>
  dueAround(schedule, now).findLast((instant) => instant <= now)!

/** Returns the next instant after `now`, in milliseconds since 1970, at which a backup is due. */
export const nextDue = (schedule: Schedule, now: number): number =>
  dueAround(schedule, now).find((instant) => instant > now)!

/** Returns the instants of the days around `now`, in order. */
function dueAround({ at, timeZone }: Schedule, now: number): number[] {
  return [-2, -1, 0, 1, 2].map((days) => {
    const date = localTime(now + days * dayMs, timeZone).slice(0, 10)
    return instantOf(`${date} ${at}:00`, timeZone)
  })
}

/** Returns the instant of a local time, such as `2026-01-31 02:00:00`. A time that a clock change skips comes after it. */
function instantOf(local: string, timeZone: string): number {
  const asUtc = Date.parse(`${local}Z`)
  const guess = asUtc - offsetAt(asUtc, timeZone)
  return asUtc - offsetAt(guess, timeZone)
}

const offsetAt = (instant: number, timeZone: string): number =>
  Date.parse(`${localTime(instant, timeZone)}Z`) - Math.floor(instant / 1000) * 1000

/** Returns such as `2026-01-31 02:00:00`. */
const localTime = (instant: number, timeZone: string): string =>
  new Date(instant).toLocaleString('sv-SE', { timeZone })
