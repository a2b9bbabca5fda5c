import type { Database } from '#database'
import type { Files } from '#files'
import { keysOf } from '../library/sources.ts'
import { removeStaleReadings } from './remove-leftovers.ts'
import { deleteSources } from './write.ts'

/** Keeps statements short: each text has up to 20 million characters. */
const sourcesAtOnce = 10

/** Removes all sources of a deleted project, which nobody can read or change any more. */
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
    // Files first: only the row refers to them.
    await files.remove(sources.flatMap(keysOf))
    await db.transaction(async (tx) => {
      await tx.selectFrom('sources').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
      await deleteSources(tx, ids)
    })
    await removeStaleReadings(db, ids, signal)
  }
}
