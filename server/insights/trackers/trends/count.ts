import { sql } from 'kysely'
import type { getTrends, Output } from '#contract'
import type { Reader } from '#database'
import { type Days, inRange } from '../results/counts.ts'

export interface Count {
  key: Output<typeof getTrends>['data'][number]['key']
  trackerId: string
  count: number
}

/** Counts by week from Monday, earliest first, from the counters by day. */
export async function countByWeek(tx: Reader, trackerIds: string[], days: Days): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select date_trunc('week', day)::date as key, tracker_id, sum(mentions) as count
    from tracker_days where tracker_id = any(${trackerIds}::uuid[]) and ${inRange(days)}
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

const mostMentions = 200_000

/** Returns the first of the last days that have at most 200,000 mentions together, or null if all days do. */
export async function firstCounted(tx: Reader, trackerIds: string[], days: Days): Promise<string | null> {
  const { rows } = await sql<{ first: string; isLimited: boolean }>`
    with by_day as (
      select day, sum(mentions) as mentions, sum(sum(mentions)) over (order by day desc) as since
      from tracker_days where tracker_id = any(${trackerIds}::uuid[]) and ${inRange(days)} group by day)
    select min(day) filter (where since <= ${mostMentions} or since = mentions) as first,
      max(since) > ${mostMentions} as is_limited
    from by_day`.execute(tx)
  const [row] = rows
  return row?.isLimited ? row.first : null
}

const keysOfMentions = { speaker: sql`coalesce(speaker, '')`, sentiment: sql`coalesce(sentiment, '')` }

const keysOfSources = {
  kind: sql`kind`,
  author: sql`coalesce(author, '')`,
  tag: sql`unnest(case when tags = '{}' then array[''] else tags end)`,
}

const mostKeys = 20

/** Counts by key, the most frequent first, and all further keys together. */
export async function countByKey(
  tx: Reader,
  trackerIds: string[],
  by: keyof typeof keysOfMentions | keyof typeof keysOfSources,
  days: Days,
): Promise<{ counts: Count[]; rest: Count[]; keys: number }> {
  const [ofMention, ofSource] =
    by in keysOfMentions
      ? [keysOfMentions[by as keyof typeof keysOfMentions], sql`of_mention`]
      : [sql`''`, keysOfSources[by as keyof typeof keysOfSources]]
  const { rows } = await sql<Count & { place: number; keys: number }>`
    with in_sources as (
      select tracker_id, source_id, ${ofMention} as of_mention, count(*) as count
      from mentions where tracker_id = any(${trackerIds}::uuid[]) and not dismissed and ${inRange(days)}
      group by 1, 2, 3
    ), by_key as (
      select ${ofSource} as key, tracker_id, count from in_sources join sources on sources.id = source_id
    ), places as (
      select key, row_number() over (order by sum(count) desc, key) as place from by_key group by key
    )
    select least(place, ${mostKeys + 1}) as place, min(key) as key, tracker_id, sum(count)::bigint as count,
      (select count(*) from places) as keys
    from by_key join places using (key)
    group by 1, tracker_id order by 1, tracker_id`.execute(tx)
  const counts = rows.map(({ place, keys: _, ...row }) => ({ ...row, place, key: row.key || null }))
  return {
    counts: counts.filter(({ place }) => place <= mostKeys),
    rest: counts.filter(({ place }) => place > mostKeys),
    keys: Math.max(0, (rows[0]?.keys ?? 0) - mostKeys),
  }
}
