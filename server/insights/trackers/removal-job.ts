import { sql } from 'kysely'
import type { Database, Job } from '#platform'

export interface Removal {
  trackerId?: string
}

/** So few that on the embedded database, which does one thing at a time, others wait for some hundredths of a second. */
const removedAtOnce = 500

/** Removes what belongs to a deleted tracker; at night, to all that were left, whatever became of their jobs. */
export const removalJob: Job<Removal> = {
  name: 'trackers.remove',
  schedule: '40 3 * * *',
  timeLimitSeconds: 3600,
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

/** Removes a tracker that was deleted, mentions first. It can be cut off anywhere, and be done by several at once. */
export async function removeTracker(db: Database, id: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    // What a source's last transaction holds at this moment is waited for at the end.
    const { numAffectedRows } = await sql`
      delete from mentions where tracker_id = ${id}::uuid and seq in (
        select seq from mentions where tracker_id = ${id}::uuid
        order by seq limit ${removedAtOnce} for update skip locked)`.execute(db.reader)
    if (!numAffectedRows) break
  }
  await db.transaction(async (tx) => {
    await tx.deleteFrom('trackerBackfills').where('trackerId', '=', id).execute()
    // Waits for sources that are being removed or moved to another day, and that count here.
    await tx.deleteFrom('trackerCounters').where('trackerId', '=', id).execute()
    await tx.deleteFrom('mentions').where('trackerId', '=', id).execute()
    await tx.deleteFrom('trackerDays').where('trackerId', '=', id).execute()
    await tx.deleteFrom('trackers').where('id', '=', id).execute()
  })
}
