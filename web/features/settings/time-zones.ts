import { locale } from '../../components/format.ts'

/** The names of all time zones that this browser knows, UTC, and the one in use. */
export function timeZones(inUse: string): string[] {
  return [...new Set(['UTC', inUse, ...Intl.supportedValuesOf('timeZone')])].sort()
}

/** `America/New York` */
export const wordsOf = (timeZone: string) => timeZone.replaceAll('_', ' ')

/** `Friday 14:03` */
export const timeIn = (timeZone: string) =>
  new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' }).format()
