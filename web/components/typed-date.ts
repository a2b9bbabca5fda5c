import { locale } from './format.ts'

/** A way to write a date, and the parts that it captures: year, month and day, such as `ymd`. */
export type Reading = [pattern: RegExp, order: string]

/** Ways to write a whole date. @param numbers the order of day, month and year if all are numbers and the year is last */
export const readings = (numbers: string): Reading[] => [
  [/^(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})$/, 'ymd'],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)$/, 'dmy'],
  [/^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4}|\d\d)$/, numbers],
  [/^(\d{1,2})[-. ]*([a-z]{3})[a-z]*[-., ]*(\d{4}|\d\d)$/, 'dmy'],
  [/^([a-z]{3})[a-z]*[. ]*(\d{1,2}),? (\d{4}|\d\d)$/, 'mdy'],
  [/^(20\d\d)(\d\d)(\d\d)$/, 'ymd'],
  [/^(\d\d)(\d\d)(20\d\d)$/, numbers],
]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const parts = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type)
const isMonthFirst = parts.indexOf('month') < parts.indexOf('day')
const localReadings = (isMonthFirst ? ['mdy', 'dmy'] : ['dmy', 'mdy']).flatMap(readings)

/**
 * Reads `2026-03-31`, `31.3.2026`, `31/03/26`, `31 March 2026` or `Mar 31, 2026` as a date; null for anything else. Years of two
 * digits are of this century. In numbers, day and month have the order of the reader's language if both are possible,
 * and with dots the day is first.
 */
export const typedDate = (typed: string): string | null => readDate(typed, localReadings)

/** Reads a date in one of these ways. Without a day, it is the last of its month. */
export function readDate(typed: string, ways: Reading[]): string | null {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  for (const [pattern, order] of ways) {
    const found = pattern.exec(text)
    const part = (name: string) => found?.[order.indexOf(name) + 1] ?? ''
    const date =
      found && dateOf(part('y').padStart(4, '20'), monthOf(part('m')), order.includes('d') ? part('d') : '')
    if (date) return date
  }
  return null
}

const monthOf = (written: string) => (/\d/.test(written) ? Number(written) : months.indexOf(written) + 1)

function dateOf(year: string, month: number, day: string): string | null {
  if (month < 1 || month > 12 || year < '0001') return null
  const date = new Date(`${year}-01-01`)
  // Day 0 of the next month is the last of this one.
  date.setUTCMonth(day ? month - 1 : month, Number(day))
  const isInMonth = date.getUTCMonth() === month - 1 && day !== '0' && day !== '00'
  return isInMonth ? date.toISOString().slice(0, 10) : null
}

/** Returns whether a text is a date as the contract has it. */
export const isDate = (text: string): boolean => typedDate(text) === text
