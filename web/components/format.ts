/** The interface speaks English; the reader's own kind of English orders dates. */
export const locale = navigator.languages.find((language) => language.startsWith('en')) ?? 'en-GB'

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const calendarDay = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
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

/** `3 hours ago`, `in 7 days`; the date, when that is further than a month away. */
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

/** `12 Mar 2026`, of a day such as `2026-03-12`, which is the same day everywhere. */
export const calendarDate = (date: string) => calendarDay.format(new Date(date))

/** `12 March 2026, 14:03:22 CET` */
export const exactTime = (iso: string) => exact.format(new Date(iso))

const number = new Intl.NumberFormat(locale)

/** `12,408` */
export const formatCount = (count: number) => number.format(count)
