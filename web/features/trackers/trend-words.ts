import { calendarDate, locale } from '../../components/format.ts'
import type { Bar, Unit } from './trend.ts'

const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return (day: string) => format.format(new Date(day))
}
const dayAndMonth = formatOf({ day: 'numeric', month: 'short' })
const shortMonth = formatOf({ month: 'short', year: 'numeric' })
const longMonth = formatOf({ month: 'long', year: 'numeric' })
const year = formatOf({ year: 'numeric' })

/** What stands below a bar: `12 Mar`, of a week its first day. */
export const tickOf = (day: string, unit: Unit): string =>
  ({ day: dayAndMonth, week: dayAndMonth, month: shortMonth, year })[unit](day)

/** Which days a bar counts: `12 Mar 2026`, `9 Mar 2026 – 15 Mar 2026`, `March 2026`. */
export function daysOf({ from, to }: Bar, unit: Unit): string {
  if (unit === 'month') return longMonth(from)
  if (unit === 'year') return year(from)
  return from === to ? calendarDate(from) : `${calendarDate(from)} – ${calendarDate(to)}`
}
