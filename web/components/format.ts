/** The interface is in English, with dates in the reader's variety of English. */
export const locale = navigator.languages.find((language) => language.startsWith('en')) ?? 'en-GB'

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
const day = new Intl.DateTimeFormat(locale, date)
const calendarDay = new Intl.DateTimeFormat(locale, { ...date, timeZone: 'UTC' })
const exact = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

const steps = [
  { unit: 'minute', seconds: 60, until: 60 * 60 },
  { unit: 'hour', seconds: 60 * 60, until: 24 * 60 * 60 },
  { unit: 'day', seconds: 24 * 60 * 60, until: 30 * 24 * 60 * 60 },
] as const

/** `3 hours ago`, `in 7 days`, or the date if it is more than a month away. */
export function relativeTime(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000
  if (Math.abs(seconds) < 45) return 'just now'
  const step = steps.find(({ until }) => Math.abs(seconds) < until)
  if (!step) return dateOf(iso)
  return relative.format(
    Math.sign(seconds) * Math.max(1, Math.round(Math.abs(seconds) / step.seconds)),
    step.unit,
  )
}

/** `12 Mar 2026` */
export const dateOf = (iso: string) => day.format(new Date(iso))

/** `12 Mar 2026` for `2026-03-12`, in every time zone. */
export const calendarDate = (date: string) => calendarDay.format(new Date(date))

/** `12 March 2026, 14:03:22 CET` */
export const exactTime = (iso: string) => exact.format(new Date(iso))

const number = new Intl.NumberFormat(locale)

/** `12,408` */
export const formatCount = (count: number) => number.format(count)

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** `12.4 MB`; a kilobyte has 1,000 bytes. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step]!,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1000 ** step)
}

/** `1 source`, `12,408 sources` */
export const plural = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** `1:02:03`, for milliseconds in a recording. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

const dayMs = 24 * 60 * 60_000
const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** Today's date in a time zone: `2026-01-31`. */
export function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { ...digits, timeZone }).format()
}

/** The number of days from one date to another; negative if the second is earlier. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs

export const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)

/** Returns the day of an instant in the browser's time zone: `2026-01-31`. */
export function localDay(instant: string | number): string {
  return new Intl.DateTimeFormat('en-CA', digits).format(new Date(instant)).padStart(10, '0')
}

const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })

/** `Germany` for `DE`; undefined for letters that are no country. */
export const countryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined
