import { type Reading, readDate, readings } from '../../../components/typed-date.ts'

/** As printed on packs and delivery notes. */
const printed: Reading[] = [
  ...readings('dmy'),
  [/^(\d{4})[-./ ](\d{1,2})$/, 'ym'],
  [/^(\d{1,2})[-./ ](\d{4}|\d\d)$/, 'my'],
  [/^([a-z]{3})[a-z]*[-./ ]*(\d{4}|\d\d)$/, 'my'],
  [/^(\d{4})[-. ]?([a-z]{3})[a-z]*$/, 'ym'],
  [/^(\d\d)(20\d\d)$/, 'my'],
  [/^(\d\d)(\d\d)$/, 'my'],
]

/**
 * Reads `2027-03-31`, `31.3.27`, `2027-03`, `03/27`, `0327` or `Mar 2027` as a date; null for anything else. A month without a
 * day means its last day, following summaries of product characteristics and the GS1 General Specifications, 7.12. The day
 * comes before the month unless the year comes first. Two-digit years are of this century. Six digits are a month and
 * a year or nothing, because packs use either order for a full date.
 */
export function expiryDate(typed: string): string | null {
  const date = readDate(typed, printed)
  return date !== null && date >= '2000' ? date : null
}
