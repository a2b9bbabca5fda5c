import { sql } from 'kysely'
import type { Database } from '#database'
import type { Job } from '#platform'

export interface Removal {
  trackerId?: string
}

/** Keeps statements short: the embedded database does one thing at a time. */
const removedAtOnce = 500

/** Removes what belongs to a deleted tracker. At night it removes all leftovers, whatever became of their jobs. */
export const removalJob: Job<Removal> = {
  name: 'trackers.remove',
  schedule: '40 3 * * *',
  async run({ db, signal }, { trackerId }) {
    const deleted = await db.reader
      .selectFrom('trackers')
      .select('id')
      .where('deletedAt', 'is not', null)
      .$if(trackerId !== undefined, (query) => query.where('id', '=', trackerId!))
      .orderBy('id')
      .execute()
    for (const { id } of deleted) await removeTracker(db, id, signal)
  },
}

/**
 * Removes a deleted tracker, mentions first. Can be interrupted anywhere, and run several times simultaneously.
 *
 * Each batch begins where the last one ended: the index still leads to deleted rows until a vacuum, which a long
 * transaction delays.
 */
export async function removeTracker(db: Database, id: string, signal: AbortSignal): Promise<void> {
  for (let last: number | null = 0; last !== null; ) {
    signal.throwIfAborted()
    // The final transaction waits for rows that are locked now.
    const { rows }: { rows: { last: number | null }[] } = await sql<{ last: number | null }>`
      with gone as (
        delete from mentions where tracker_id = ${id}::uuid and seq in (
          select seq from mentions where tracker_id = ${id}::uuid and seq > ${last}
          order by seq limit ${removedAtOnce} for update skip locked)
        returning seq)
      select max(seq) as last from gone`.execute(db.reader)
    last = rows[0]!.last
  }
  await db.transaction(async (tx) => {
    await tx.deleteFrom('trackerBackfills').where('trackerId', '=', id).execute()
    // Waits for sources that are being removed or moved to another day, and update these counters.
    await tx.deleteFrom('trackerCounters').where('trackerId', '=', id).execute()
    await tx.deleteFrom('mentions').where('trackerId', '=', id).execute()
    await tx.deleteFrom('trackerDays').where('trackerId', '=', id).execute()
    await tx.deleteFrom('trackers').where('id', '=', id).execute()
  })
}
