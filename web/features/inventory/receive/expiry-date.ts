import { datesIn, type Way, waysIn } from '../../../components/typed-date.ts'
import { language } from '../../../components/typed-text.ts'

/** How packs and delivery notes print a month. */
const printed: Way[] = [
  [/^(\d{4})[-./ ](\d{1,2})$/, 'ym'],
  [/^(\d{1,2})[-./ ](\d{4}|\d\d)$/, 'my'],
  [/^(\p{L}{3,})[-./ ]?(\d{4}|\d\d)$/u, 'my'],
  [/^(\d{4})[-. ]?(\p{L}{3,})$/u, 'ym'],
  [/^(\d\d)(20\d\d)$/, 'my'],
  [/^(\d\d)(\d\d)$/, 'my'],
]

/**
 * Returns the dates that `2027-03-31`, `31.3.27`, `2027-03`, `03/27`, `0327` or `Mar 2027` can mean; none for anything else. A month
 * without a day means its last day, following summaries of product characteristics and the GS1 General Specifications,
 * 7.12. Six digits are a month and a year or nothing, because packs use either order for a full date.
 */
export const expiryDates = (typed: string, spoken = language): string[] =>
  datesIn(typed, [...waysIn(spoken), ...printed], { language: spoken }).filter((date) => date >= '2000')

/** Returns the date that a text means if it can only mean one, otherwise null. */
export function expiryDate(typed: string): string | null {
  const [date, ...others] = expiryDates(typed)
  return others.length === 0 ? (date ?? null) : null
}
