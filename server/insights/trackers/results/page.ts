import { sql } from 'kysely'
import type { Mention } from '#contract'
import type { Reader } from '#database'
import { type Days, inRange } from './counts.ts'
import type { Order } from './cursor.ts'
import { mentions, toMention } from './mentions.ts'

export interface PageRequest extends Days {
  afterSeq: number | undefined
  limit: number
  order: Order
  sourceId?: string | undefined
  /** Empty text lists mentions without a speaker. The same applies to tag, author and sentiment. */
  speaker?: string | undefined
  tag?: string | undefined
  author?: string | undefined
  kind?: string | undefined
  sentiment?: string | undefined
  /** Whether only dismissed mentions are listed, or only others. */
  dismissed: 'true' | 'false'
}

/** Returns the mentions of a tracker after a number, sorted by number, in a time that does not depend on how many exist. */
export async function pageOf(
  tx: Reader,
  trackerId: string,
  { afterSeq, limit, order, from, to, dismissed, ...filters }: PageRequest,
): Promise<Mention[]> {
  const direction = order === 'oldest' ? 'asc' : 'desc'
  const operator = order === 'oldest' ? sql`>` : sql`<`
  const beyond = afterSeq === undefined ? sql<boolean>`true` : sql<boolean>`seq ${operator} ${afterSeq}`
  const onDays = inRange({ from, to })
  const listed = dismissed === 'true' ? sql`dismissed` : sql`not dismissed`
  const firstBySeq = sql`order by seq ${sql.raw(direction)} limit ${limit}`

  let query = mentions(tx).where('mentions.trackerId', '=', trackerId)
  const wanted = conditionsOf(filters)
  // If this were not materialized, the planner would scan the mentions of all sources for the few that match.
  if (wanted.length > 0)
    query = query.where(
      'seq',
      'in',
      sql<number>`(
        with matching as materialized (
          select seq from mentions join sources on sources.id = source_id
          where tracker_id = ${trackerId} and ${sql.join(wanted, sql` and `)} and ${onDays} and ${beyond} and ${listed})
        select seq from matching ${firstBySeq})`,
    )
  // There are few dismissed mentions, so all of them are compared.
  else if (dismissed === 'true') query = query.where(sql<boolean>`${onDays} and ${beyond}`)
  // Takes the first of each day: the mentions of a day are scattered among the numbers.
  else if (from || to)
    query = query.where(
      'seq',
      'in',
      sql<number>`(
        select found.seq from (
          select day from tracker_days where tracker_id = ${trackerId} and ${onDays}) as wanted
        cross join lateral (
          select seq from mentions where tracker_id = ${trackerId} and mentions.day = wanted.day and ${beyond} and ${listed}
          ${firstBySeq}) as found
        ${firstBySeq})`,
    )
  else query = query.where(beyond)
  query = query.where(sql<boolean>`${listed}`)
  return (await query.orderBy('seq', direction).limit(limit).execute()).map(toMention)
}

type Filters = Pick<PageRequest, 'sourceId' | 'speaker' | 'tag' | 'author' | 'kind' | 'sentiment'>

function conditionsOf({ sourceId, speaker, tag, author, kind, sentiment }: Filters) {
  return [
    sourceId !== undefined && sql`source_id = ${sourceId}::uuid`,
    speaker !== undefined && sql`coalesce(speaker, '') = ${speaker}`,
    tag !== undefined && (tag === '' ? sql`tags = '{}'` : sql`tags @> array[${tag}]::text[]`),
    author !== undefined && sql`coalesce(author, '') = ${author}`,
    kind !== undefined && sql`kind = ${kind}`,
    sentiment !== undefined && sql`coalesce(sentiment, '') = ${sentiment}`,
  ].filter((condition) => condition !== false)
}
