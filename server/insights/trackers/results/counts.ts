import { sql } from 'kysely'
import type { Tracker } from '#contract'
import type { Reader } from '#database'

/** The first and the last day, in UTC. */
export interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** Compares the column `day`. */
export const inRange = ({ from, to }: Days) =>
  sql`day >= ${from ?? '-infinity'}::date and day <= ${to ?? 'infinity'}::date`

const mostDays = 366

/** Reads the counters. A source counts on a single day, so the sources of several days can be added up. */
export async function countsOf(tx: Reader, tracker: Tracker, days: Days): Promise<Tracker['counts']> {
  if (!days.from && !days.to) return tracker.counts
  return daysOf(tx, tracker.id, days)
    .select([
      sql<number>`coalesce(sum(mentions), 0)`.as('mentions'),
      sql<number>`coalesce(sum(sources), 0)`.as('sources'),
    ])
    .executeTakeFirstOrThrow()
}

/** Returns the number of mentions of each day that has any, earliest first; only the last days if there are many. */
export async function trendOf(
  tx: Reader,
  trackerId: string,
  days: Days,
): Promise<{ date: string; count: number }[]> {
  const rows = await daysOf(tx, trackerId, days)
    .select(['day as date', 'mentions as count'])
    .orderBy('day', 'desc')
    .limit(mostDays)
    .execute()
  return rows.reverse()
}

function daysOf(tx: Reader, trackerId: string, { from, to }: Days) {
  return tx
    .selectFrom('trackerDays')
    .where('trackerId', '=', trackerId)
    .$if(from !== undefined, (query) => query.where('day', '>=', from!))
    .$if(to !== undefined, (query) => query.where('day', '<=', to!))
}
