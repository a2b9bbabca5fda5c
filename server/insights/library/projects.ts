import type { Reader, Transaction } from '#database'
import { Refusal } from '#platform'

const find = (tx: Reader, id: string) =>
  tx.selectFrom('projects').select('archivedAt').where('id', '=', id).where('deletedAt', 'is', null)

/** @throws Refusal `project_not_found` also if the project is deleted and still being removed */
export async function refuseUnknownProject(tx: Reader, id: string): Promise<void> {
  if (!(await find(tx, id).executeTakeFirst())) throw new Refusal('project_not_found')
}

/**
 * Prepares for adding something to a project: until the transaction ends, nobody can archive or delete it.
 * @throws Refusal `project_not_found`, `project_archived`
 */
export async function openProject(tx: Transaction, id: string): Promise<void> {
  refuseArchived(await find(tx, id).forShare().executeTakeFirst())
}

/**
 * Locks a project's set of trackers for a change. Waits for sources that are being written with the current trackers;
 * later ones see the new revision and match again.
 * @returns undefined if the project does not exist or is deleted
 */
export const lockTrackerSet = (tx: Transaction, projectId: string) =>
  find(tx, projectId).forNoKeyUpdate().executeTakeFirst()

/** @throws Refusal `project_not_found`, `project_archived` */
export function refuseArchived(project: { archivedAt: string | null } | undefined): void {
  if (!project) throw new Refusal('project_not_found')
  if (project.archivedAt) throw new Refusal('project_archived')
}
