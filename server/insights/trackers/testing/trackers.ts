import { listTrackers } from '#contract'
import { newId } from '#platform'
import { type TestApp, until } from '#testing'
import { raiseRevision } from '../definition.ts'

/** Waits until no tracker of a project has a backfill, and no source is to be matched again. */
export async function settled(app: TestApp, projectId: string): Promise<void> {
  await until(
    () => app.as('member').call(listTrackers, { projectId, limit: 200 }),
    ({ data }) => data.every(({ backfill }) => backfill === null),
  )
  await until(
    () => app.db.pool.query('select from sources where project_id = $1 and rematch', [projectId]),
    ({ rows }) => rows.length === 0,
  )
}

/** Creates a tracker that needs a backfill, without its job. */
export async function addWithoutJob(
  { db, people }: TestApp,
  projectId: string,
  phrases: string[],
): Promise<string> {
  const id = newId()
  await db.transaction(async (tx) => {
    await raiseRevision(tx, projectId)
    await tx
      .insertInto('trackers')
      .values({
        id,
        projectId,
        name: 'Any',
        phrases: JSON.stringify(phrases.map((text) => ({ text, match: 'exact' }))),
        exclude: '[]',
        createdBy: people.member.id,
      })
      .execute()
    await tx.insertInto('trackerCounters').values({ trackerId: id }).execute()
    await tx
      .insertInto('trackerBackfills')
      .values({ trackerId: id, definitionRevision: 1, total: 0 })
      .execute()
  })
  return id
}

/** Changes a tracker's definition, without a job for the backfill. */
export async function changeWithoutJob(
  { db }: TestApp,
  projectId: string,
  trackerId: string,
  phrases: string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await raiseRevision(tx, projectId)
    const { definitionRevision } = await tx
      .updateTable('trackers')
      .set(({ eb }) => ({
        phrases: JSON.stringify(phrases.map((text) => ({ text, match: 'exact' }))),
        definitionRevision: eb('definitionRevision', '+', 1),
      }))
      .where('id', '=', trackerId)
      .returning('definitionRevision')
      .executeTakeFirstOrThrow()
    await tx.insertInto('trackerBackfills').values({ trackerId, definitionRevision, total: 0 }).execute()
  })
}
