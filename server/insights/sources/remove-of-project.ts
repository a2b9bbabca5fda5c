import type { Database, Files } from '#platform'
import { removeMentions } from '../trackers/index.ts'
import { removeDeadPassages } from './remove-leftovers.ts'

/** So few that their texts, up to 20 million characters each, go quickly. */
const sourcesAtOnce = 10

/** Removes all sources of a deleted project: nobody adds to it or reads in it any more. */
export async function removeSourcesOf(
  db: Database,
  files: Files,
  projectId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const sources = await db.reader
      .selectFrom('sources')
      .select(['id', 'fileKey'])
      .where('projectId', '=', projectId)
      .orderBy('id')
      .limit(sourcesAtOnce)
      .execute()
    if (sources.length === 0) return
    const ids = sources.map(({ id }) => id)
    // Files first: once the row is gone, nothing tells of its file.
    await files.remove(sources.map(({ fileKey }) => fileKey))
    await db.transaction(async (tx) => {
      await tx.selectFrom('sources').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
      await removeMentions(tx, ids)
      await tx.deleteFrom('sources').where('id', 'in', ids).execute()
    })
    for (const id of ids) await removeDeadPassages(db, id)
  }
}
