import { DayField } from './day-field.tsx'
import type { Filter } from './filters.tsx'
import { localDay } from './format.ts'

/**
 * A filter by the first and the last day of a period, whose start is inclusive and whose end is exclusive. Lists show times in
 * the browser's time zone, so days are days there, too.
 */
export const periodFilter: Filter<{ from?: string; to?: string }> = ({ values: { from, to }, set }) => (
  <>
    <DayField
      label="From"
      value={from && localDay(from)}
      onChange={(day) => set({ from: day && startOf(day) })}
    />
    <DayField
      label="To"
      value={to && lastDayBefore(to)}
      onChange={(day) => set({ to: day && startOfNext(day) })}
    />
  </>
)

/** The start of a day. `2026-01-31` in Berlin: `2026-01-30T23:00:00.000Z` */
const startOf = (day: string) => new Date(`${day}T00:00`).toISOString()

/** The start of the day after. */
function startOfNext(day: string): string {
  const next = new Date(`${day}T00:00`)
  next.setDate(next.getDate() + 1)
  return next.toISOString()
}

/** The last day that begins before an instant. */
const lastDayBefore = (instant: string) => localDay(Date.parse(instant) - 1)
