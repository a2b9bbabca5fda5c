// Days as the reader's own calendar has them, since the times in the list are the reader's own too.

/** The first moment of a day. `2026-01-31` in Berlin: `2026-01-30T23:00:00.000Z` */
export const startOf = (day: string) => new Date(`${day}T00:00`).toISOString()

/** The first moment after a day. */
export function startOfNext(day: string): string {
  const next = new Date(`${day}T00:00`)
  next.setDate(next.getDate() + 1)
  return next.toISOString()
}

/** The day of a moment. */
export function dayOf(instant: string | number): string {
  const at = new Date(instant)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}

/** The last day that lies, if only in part, before a moment. */
export const lastDayBefore = (instant: string) => dayOf(Date.parse(instant) - 1)
