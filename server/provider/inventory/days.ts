import { dateAt } from '#contract'

/** Returns the first moment of a date in a time zone. */
export const startOf = (date: string, timeZone: string): string =>
  firstMoment(date, timeZone, (local) => local >= date)

/** Returns the first moment after a date in a time zone. */
export const endOf = (date: string, timeZone: string): string =>
  firstMoment(date, timeZone, (local) => local > date)

const hour = 60 * 60_000
// The times that PostgreSQL and ISO 8601 write alike.
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** Finds the moment by bisection: offsets depend on the moment itself. They are between -12 and +14 hours. */
function firstMoment(date: string, timeZone: string, isReached: (local: string) => boolean): string {
  const noon = Date.parse(`${date}T12:00:00Z`)
  let [before, reached] = [noon - 36 * hour, noon + 36 * hour]
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (isReached(dateAt(new Date(middle), timeZone))) reached = middle
    else before = middle
  }
  return new Date(Math.min(Math.max(reached, earliest), latest)).toISOString()
}
