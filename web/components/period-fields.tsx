import { DayField } from './day-field.tsx'
import { localDay } from './format.ts'

interface PeriodFieldsProps {
  /** Instants: the start, inclusive, and the end, exclusive. */
  from: string | undefined
  to: string | undefined
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void
}

/** The first and the last day of a period. Lists show times in the browser's time zone, so days are days there, too. */
export function PeriodFields({ from, to, onChange }: PeriodFieldsProps) {
  return (
    <>
      <DayField
        label="From"
        value={from && localDay(from)}
        onChange={(day) => onChange({ from: day && startOf(day) })}
      />
      <DayField
        label="To"
        value={to && lastDayBefore(to)}
        onChange={(day) => onChange({ to: day && startOfNext(day) })}
      />
    </>
  )
}

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
