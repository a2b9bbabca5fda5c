import { sql } from 'kysely'
import type { Mention } from '#contract'
import type { Reader } from '#platform'
import type { Days } from './counts.ts'
import type { Order } from './cursor.ts'
import { mentions, toMention } from './mentions.ts'

export interface Wanted extends Days {
  afterSeq: number | undefined
  limit: number
  order: Order
  sourceId?: string | undefined
}

/** The mentions of a tracker after a number, in the order of the numbers; it takes the same time whatever there is. */
export async function pageOf(tx: Reader, trackerId: string, wanted: Wanted): Promise<Mention[]> {
  const { from, to, sourceId, limit } = wanted
  const { beyond, direction } = waysOf(wanted)
  let query = mentions(tx).where('mentions.trackerId', '=', trackerId)
  if (sourceId) query = query.where('seq', 'in', inSource(trackerId, sourceId, wanted))
  else if (from || to) query = query.where('seq', 'in', onDays(trackerId, wanted))
  else query = query.where(beyond)
  const rows = await query.orderBy('seq', direction).limit(limit).execute()
  return rows.map(toMention)
}

function waysOf({ afterSeq, order }: Wanted) {
  const direction = order === 'oldest' ? ('asc' as const) : ('desc' as const)
  const operator = order === 'oldest' ? sql`>` : sql`<`
  return {
    direction,
    beyond: afterSeq === undefined ? sql<boolean>`true` : sql<boolean>`seq ${operator} ${afterSeq}`,
  }
}

/** A source has a bounded number of mentions: they are sorted, where the planner would rather go through all sources. */
function inSource(trackerId: string, sourceId: string, wanted: Wanted) {
  const { beyond, direction } = waysOf(wanted)
  return sql<number>`(
    with in_source as materialized (
      select seq from mentions
      where tracker_id = ${trackerId} and source_id = ${sourceId} and ${between(wanted)} and ${beyond})
    select seq from in_source order by seq ${sql.raw(direction)} limit ${wanted.limit})`
}

/** The first of each day that has any, since the mentions of a day are in no one place among all. */
function onDays(trackerId: string, wanted: Wanted) {
  const { beyond, direction } = waysOf(wanted)
  return sql<number>`(
    select found.seq from (
      select day from tracker_days where tracker_id = ${trackerId} and ${between(wanted)}) as wanted
    cross join lateral (
      select seq from mentions where tracker_id = ${trackerId} and mentions.day = wanted.day and ${beyond}
      order by seq ${sql.raw(direction)} limit ${wanted.limit}) as found
    order by seq ${sql.raw(direction)} limit ${wanted.limit})`
}

const between = ({ from, to }: Wanted) =>
  sql`day >= ${from ?? '-infinity'}::date and day <= ${to ?? 'infinity'}::date`
