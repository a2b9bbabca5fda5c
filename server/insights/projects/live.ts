import { type Reader, Refusal, type Transaction } from '#platform'

/** @throws Refusal `project_not_found` where there is no such project, or it is deleted and only being removed. */
export async function refuseUnknownProject(tx: Reader, id: string): Promise<void> {
  const project = await tx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!project) throw new Refusal('project_not_found')
}

/**
 * Lets something be added to a project: until the transaction ends, nobody can archive or delete it.
 * @throws Refusal `project_not_found`, `project_archived`
 */
export async function openProject(tx: Transaction, id: string): Promise<void> {
  const project = await tx
    .selectFrom('projects')
    .select('archivedAt')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!project) throw new Refusal('project_not_found')
  if (project.archivedAt) throw new Refusal('project_archived')
}
