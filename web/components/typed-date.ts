import { language, plainText } from './typed-text.ts'

/**
 * A way to write a date, and the parts that it captures: year, month and day, such as `ymd`. With more than one order, any of
 * them may be meant.
 */
export type Way = [pattern: RegExp, ...orders: string[]]

interface Reading {
  /** The language that decides the order of day and month. */
  language: string
  /** The latest possible date, as of a date of birth. */
  latest?: string | undefined
}

/**
 * Returns the dates that a text can mean, such as `2026-03-31`, `31.3.2026`, `31/03/26`, `31 March 2026` or `Mar 31, 2026`. There
 * are several if the order of day and month or the century is unclear, and none if it is no date.
 */
export const typedDates = (typed: string, latest?: string): string[] =>
  datesIn(typed, waysIn(language), { language, latest })

/** Returns the dates that a text can mean when written in the first of these ways that fits. Without a day, it is the last of the month. */
export function datesIn(typed: string, ways: Way[], { language, latest }: Reading): string[] {
  const text = plainName(plainText(typed))
    .replace(/ ?[年月년월] ?/g, '-')
    .replace(/[日일]/g, '')
    .replace(/ ?([-./]) ?/g, '$1')
    .replace(/[-.]$/, '')
  for (const [pattern, ...orders] of ways) {
    const found = pattern.exec(text)
    const dates = found ? orders.flatMap((order) => read(found, order)) : []
    if (dates.length > 0) return [...new Set(dates)]
  }
  return []

  function read(found: RegExpExecArray, order: string): string[] {
    const part = (name: string) => found[order.indexOf(name) + 1] ?? ''
    const day = order.includes('d') ? part('d') : ''
    return yearsOf(part('y'), latest)
      .flatMap((year) => dateOf(year, monthOf(part('m'), language), day) ?? [])
      .filter((date) => part('y').length === 4 || !latest || date <= latest)
  }
}

/** Returns the ways to write a whole date in a language. In its order of numbers only the place of the year is certain. */
export function waysIn(language: string): Way[] {
  const order = partsOf(language, { year: 'numeric', month: '2-digit', day: '2-digit' })
    .map(({ type }) => type[0])
    .filter((part) => /[dmy]/.test(part!))
    .join('')
  const isYearFirst = order === 'ymd'
  const ended = (pattern: RegExp): Way[] =>
    isYearFirst
      ? [[pattern, 'dmy', 'mdy']]
      : [
          [pattern, order],
          [pattern, order === 'mdy' ? 'dmy' : 'mdy'],
        ]
  return [
    [/^(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})$/, 'ymd'],
    ...(isYearFirst ? [[/^(\d\d)[-./ ](\d{1,2})[-./ ](\d{1,2})$/, 'ymd'] satisfies Way] : []),
    // Where the month is first, dots are a sign of someone else's date.
    ...(order === 'mdy' ? [[/^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)$/, 'mdy', 'dmy'] satisfies Way] : []),
    ...ended(/^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4}|\d\d)$/),
    [/^(\d{1,2})[-. ]?(\p{L}{3,})[-., ]{0,2}(\d{4}|\d\d)$/u, 'dmy'],
    [/^(\p{L}{3,})[. ]?(\d{1,2})(?:,|,? )(\d{4}|\d\d)$/u, 'mdy'],
    [/^((?:19|20)\d\d)(\d\d)(\d\d)$/, 'ymd'],
    ...ended(/^(\d\d)(\d\d)((?:19|20)\d\d)$/),
  ]
}

const partsOf = (language: string, format: Intl.DateTimeFormatOptions, month = 0) =>
  new Intl.DateTimeFormat(language, { ...format, calendar: 'gregory', timeZone: 'UTC' }).formatToParts(
    Date.UTC(2026, month),
  )

/**
 * Returns the years that one of two digits can mean: those of this century and of the last one up to a latest date. Without one,
 * the year that is at most 20 years ahead.
 */
function yearsOf(written: string, latest: string | undefined): string[] {
  if (written.length !== 2) return [written]
  const now = new Date().getFullYear()
  const inThisCentury = now - (now % 100) + Number(written)
  if (latest) return [inThisCentury, inThisCentury - 100].map(String)
  return [String(inThisCentury > now + 20 ? inThisCentury - 100 : inThisCentury)]
}

/** Returns the number of a month by its number or name: the beginning of it in English or in the language of the reader. */
function monthOf(written: string, language: string): number {
  if (/\d/.test(written)) return Number(written)
  for (const spoken of ['en', language]) {
    const names = namesIn(spoken)
    const fitting = names.filter((name) => name.startsWith(written))
    if (fitting.length === 1) return names.indexOf(fitting[0]!) + 1
  }
  return 0
}

const names = new Map<string, string[]>()

/** Returns the names of the months, as they are in a date. */
function namesIn(language: string): string[] {
  const known =
    names.get(language) ??
    Array.from({ length: 12 }, (_, month) => {
      const parts = partsOf(language, { day: 'numeric', month: 'long' }, month)
      return plainName(parts.find(({ type }) => type === 'month')?.value ?? '')
    })
  names.set(language, known)
  return known
}

const plainName = (name: string) => name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize()

function dateOf(year: string, month: number, day: string): string | null {
  if (month < 1 || month > 12 || year < '0001') return null
  const date = new Date(`${year}-01-01`)
  // Day 0 of the next month is the last of this one.
  date.setUTCMonth(day ? month - 1 : month, Number(day))
  const isInMonth = date.getUTCMonth() === month - 1 && day !== '0' && day !== '00'
  return isInMonth ? date.toISOString().slice(0, 10) : null
}

/** Returns whether a text is a date as the contract has it. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && typedDates(text)[0] === text
