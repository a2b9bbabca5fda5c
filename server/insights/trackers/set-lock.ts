import { sql } from 'kysely'
import type { Transaction } from '#platform'

/**
 * Takes a project's set of trackers to change it. Sources that are being written with the trackers of before come first;
 * those that come later see that the set has changed, and look for its trackers anew.
 * @returns undefined where there is no such project, or it is deleted
 */
export async function lockTrackerSet(
  tx: Transaction,
  projectId: string,
): Promise<{ archivedAt: string | null } | undefined> {
  return tx
    .selectFrom('projects')
    .select('archivedAt')
    .where('id', '=', projectId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Says that the set, which is locked, is another from now on. */
export async function raiseRevision(tx: Transaction, projectId: string): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ trackerRevision: sql<number>`tracker_revision + 1` })
    .where('id', '=', projectId)
    .execute()
}
