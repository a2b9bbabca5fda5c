import type { getTrackerResults, Output } from '#contract'
import { calendarDate, dayAfter, daysBetween, locale } from '../../../components/format.ts'
import type { Days } from './days.ts'

type Day = Output<typeof getTrackerResults>['trend'][number]

/** A bar: the mentions between two days, both `YYYY-MM-DD`, UTC, and inclusive. */
export interface Bar {
  from: string
  to: string
  count: number
}

export type Unit = 'day' | 'week' | 'month' | 'year'

/** Groups days into bars without gaps: by day, or by week, month or year if there would be too many. */
export function barsOf(trend: Day[]): { unit: Unit; bars: Bar[] } {
  const [first, last] = [trend[0], trend.at(-1)]
  if (!first || !last) return { unit: 'day', bars: [] }
  const unit = unitFor(daysBetween(first.date, last.date))
  const { startOf, after } = steps[unit]

  const counts = new Map<string, number>()
  for (const { date, count } of trend) counts.set(startOf(date), (counts.get(startOf(date)) ?? 0) + count)
  const bars: Bar[] = []
  for (let from = startOf(first.date); from <= last.date; from = after(from))
    bars.push({ from, to: dayAfter(after(from), -1), count: counts.get(from) ?? 0 })
  return { unit, bars }
}

/** Returns whether a bar overlaps the selected days. */
export const isIn = (bar: Bar, { from = '', to = '9999-12-31' }: Days): boolean =>
  bar.to >= from && bar.from <= to

function unitFor(days: number): Unit {
  if (days <= 62) return 'day'
  if (days <= 400) return 'week'
  return days <= 3660 ? 'month' : 'year'
}

const monday = (day: string): string => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7))
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`
const firstOfYear = (day: string): string => `${day.slice(0, 4)}-01-01`

const steps = {
  day: { startOf: (day: string) => day, after: (day: string) => dayAfter(day, 1) },
  week: { startOf: monday, after: (day: string) => dayAfter(day, 7) },
  month: { startOf: firstOfMonth, after: (day: string) => firstOfMonth(dayAfter(day, 31)) },
  year: { startOf: firstOfYear, after: (day: string) => firstOfYear(dayAfter(day, 366)) },
}

const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return (day: string) => format.format(new Date(day))
}
const dayAndMonth = formatOf({ day: 'numeric', month: 'short' })
const shortMonth = formatOf({ month: 'short', year: 'numeric' })
const longMonth = formatOf({ month: 'long', year: 'numeric' })
const year = formatOf({ year: 'numeric' })

/** Returns a bar's label on the axis: `12 Mar`, for a week its first day. */
export const tickOf = (day: string, unit: Unit): string =>
  ({ day: dayAndMonth, week: dayAndMonth, month: shortMonth, year })[unit](day)

/** Describes the days of a bar: `12 Mar 2026`, `9 Mar 2026 – 15 Mar 2026`, `March 2026`. */
export function daysOf({ from, to }: Bar, unit: Unit): string {
  if (unit === 'month') return longMonth(from)
  if (unit === 'year') return year(from)
  return from === to ? calendarDate(from) : `${calendarDate(from)} – ${calendarDate(to)}`
}
