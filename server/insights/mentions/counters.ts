import { sql } from 'kysely'
import type { Transaction } from '#database'

/** By how much the numbers of a tracker's mentions, and of sources that have any, change. */
interface Change {
  trackerId: string
  mentions: number
  sources: number
}

/** How the counters of one day change. */
export interface DayChange extends Change {
  day: string
}

export interface CounterChanges {
  trackers: Change[]
  days: DayChange[]
}

/**
 * Locks the counters of these trackers, in the order of their ids, until the transaction ends: so commit soon.
 * @returns the number of each tracker's last mention; trackers that are being removed are missing
 */
export async function lockCounters(tx: Transaction, trackerIds: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('trackerCounters')
    .select(['trackerId', 'lastSeq'])
    .where('trackerId', '=', sql<string>`any(${trackerIds}::uuid[])`)
    .orderBy('trackerId')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ trackerId, lastSeq }) => [trackerId, lastSeq]))
}

/** Applies changes to the counters. @param lastSeqs the locked counters, with the last number that each has used */
export async function updateCounters(
  tx: Transaction,
  lastSeqs: Map<string, number>,
  { trackers, days }: CounterChanges,
): Promise<void> {
  const changes = new Map(trackers.map((change) => [change.trackerId, change]))
  await updateTotals(
    tx,
    Array.from(lastSeqs, ([trackerId, lastSeq]) => {
      const { mentions = 0, sources = 0 } = changes.get(trackerId) ?? {}
      return { trackerId, lastSeq, mentions, sources }
    }),
  )
  const locked = days.filter(({ trackerId }) => lastSeqs.has(trackerId))
  if (locked.length > 0) await updateDays(tx, locked)
}

async function updateTotals(tx: Transaction, changes: (Change & { lastSeq: number })[]): Promise<void> {
  await sql`
    update tracker_counters t
    set last_seq = "lastSeq", mentions = t.mentions + change.mentions, sources = t.sources + change.sources
    from json_to_recordset(${JSON.stringify(changes)}::json)
      as change ("trackerId" uuid, "lastSeq" bigint, mentions bigint, sources integer)
    where t.tracker_id = "trackerId"`.execute(tx)
}

/** A day without mentions has no row, so each row is deleted, updated or inserted. */
async function updateDays(tx: Transaction, changes: DayChange[]): Promise<void> {
  await sql`
    with change as (
      select * from json_to_recordset(${JSON.stringify(changes)}::json)
        as change ("trackerId" uuid, day date, mentions integer, sources integer)
    ), deleted as (
      delete from tracker_days t using change
      where t.tracker_id = "trackerId" and t.day = change.day and t.mentions + change.mentions = 0
      returning "trackerId", change.day
    ), updated as (
      update tracker_days t set mentions = t.mentions + change.mentions, sources = t.sources + change.sources
      from change
      where t.tracker_id = "trackerId" and t.day = change.day and t.mentions + change.mentions <> 0
      returning "trackerId", change.day
    )
    insert into tracker_days (tracker_id, day, mentions, sources)
    select "trackerId", day, mentions, sources from change
    where ("trackerId", day) not in (select * from deleted union all select * from updated)`.execute(tx)
}
