import { sql } from 'kysely'
import type { Database, Transaction } from '#database'
import { lockReadings } from '../../library/texts.ts'
import { reconcile } from '../../mentions/reconcile.ts'
import type { Batch, Group } from './match.ts'

/**
 * Writes the mentions found in a batch, unless the text or the tracker changed since: then they were or will be matched
 * again.
 * @returns `taken over` if another run has continued with these trackers
 */
export async function writeBatch(
  db: Database,
  group: Group,
  { texts, reached }: Batch,
): Promise<'written' | 'taken over'> {
  return db.transaction(async (tx) => {
    const readings = await lockReadings(
      tx,
      texts.map(({ sourceId }) => sourceId),
    )
    const unchanged = texts.filter(({ sourceId, reading }) => readings.get(sourceId) === reading)
    // Anyone who creates a tracker meanwhile relies on this run as long as something is left to do.
    if (reached === null)
      await tx.selectFrom('projects').select('id').where('id', '=', group.projectId).forShare().execute()
    const rows = await lockBackfills(tx, group)
    const ours = rows.filter(({ lastSource }) => lastSource === group.lastSource)
    if (ours.length === 0) return rows.length > 0 ? 'taken over' : 'written'

    const trackerIds = ours.map(({ trackerId }) => trackerId)
    const trackers = group.trackers.filter(({ id }) => trackerIds.includes(id))
    await reconcile(tx, unchanged, trackers)
    await advance(tx, trackerIds, { reached, done: texts.length })
    return 'written'
  })
}

/** Locks the trackers of the group whose definition is the one that was matched. @returns how far each has come */
async function lockBackfills(tx: Transaction, { trackers }: Group) {
  const revisions = new Map(trackers.map(({ id, definitionRevision }) => [id, definitionRevision]))
  const rows = await tx
    .selectFrom('trackerBackfills')
    .select(['trackerId', 'definitionRevision', 'lastSource'])
    .where('trackerId', 'in', [...revisions.keys()])
    .orderBy('trackerId')
    .forUpdate()
    .execute()
  return rows.filter(({ trackerId, definitionRevision }) => revisions.get(trackerId) === definitionRevision)
}

async function advance(
  tx: Transaction,
  trackerIds: string[],
  { reached, done }: { reached: string | null; done: number },
): Promise<void> {
  if (reached === null) {
    await tx.deleteFrom('trackerBackfills').where('trackerId', 'in', trackerIds).execute()
    return
  }
  await tx
    .updateTable('trackerBackfills')
    .set({ lastSource: reached, done: sql<number>`done + ${done}`, progressedAt: sql<string>`now()` })
    .where('trackerId', 'in', trackerIds)
    .execute()
}
