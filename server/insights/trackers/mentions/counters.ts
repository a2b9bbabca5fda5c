import { sql } from 'kysely'
import type { Transaction } from '#platform'

/** By how much the mentions of a tracker, and the sources that have any, become more or fewer. */
export interface Change {
  trackerId: string
  mentions: number
  sources: number
}

/** The same on one day. */
export interface DayChange extends Change {
  day: string
}

/**
 * Takes the counters of these trackers, in the order of their ids, until the transaction ends: so it ends soon.
 * @returns the number of the last mention of each; none where the tracker is being removed
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

/** Follows what was written with the mentions. `lastSeqs` says which counters are locked, and up to where each was used. */
export async function count(
  tx: Transaction,
  lastSeqs: Map<string, number>,
  { trackers, days }: { trackers: Change[]; days: DayChange[] },
): Promise<void> {
  const changes = new Map(trackers.map((change) => [change.trackerId, change]))
  await countTrackers(
    tx,
    [...lastSeqs].map(([id, last_seq]) => ({ tracker_id: id, last_seq, ...named(changes.get(id)) })),
  )
  const locked = days.filter(({ trackerId }) => lastSeqs.has(trackerId))
  if (locked.length === 0) return
  await countDays(
    tx,
    locked.map((change) => ({ tracker_id: change.trackerId, day: change.day, ...named(change) })),
  )
}

const named = (change: Change | undefined) => ({ more: change?.mentions ?? 0, in_more: change?.sources ?? 0 })

async function countTrackers(tx: Transaction, used: object[]): Promise<void> {
  await sql`
    update tracker_counters
    set last_seq = used.last_seq, mentions = mentions + more, sources = sources + in_more
    from json_to_recordset(${JSON.stringify(used)}::json)
      as used (tracker_id uuid, last_seq bigint, more bigint, in_more integer)
    where tracker_counters.tracker_id = used.tracker_id`.execute(tx)
}

/** A day without mentions has no row: each is removed, changed or added. */
async function countDays(tx: Transaction, changes: object[]): Promise<void> {
  await sql`
    with change as (
      select * from json_to_recordset(${JSON.stringify(changes)}::json)
        as change (tracker_id uuid, day date, more integer, in_more integer)
    ), emptied as (
      delete from tracker_days using change
      where tracker_days.tracker_id = change.tracker_id and tracker_days.day = change.day and mentions + more = 0
      returning change.tracker_id, change.day
    ), kept as (
      update tracker_days set mentions = mentions + more, sources = sources + in_more
      from change
      where tracker_days.tracker_id = change.tracker_id and tracker_days.day = change.day and mentions + more <> 0
      returning change.tracker_id, change.day
    )
    insert into tracker_days (tracker_id, day, mentions, sources)
    select tracker_id, day, more, in_more from change
    where (tracker_id, day) not in (select * from emptied union all select * from kept)`.execute(tx)
}
