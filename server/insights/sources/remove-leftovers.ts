import { sql } from 'kysely'
import type { Database, Files, Job } from '#platform'

export type LeftoversJob = Job<{ sourceId: string; fileKeys: string[] }>

const passagesAtOnce = 500

/** Removes what a committed change has left of a source: the file of content that it does not have any more, and passages. */
export const createRemoveLeftovers = (files: Files): LeftoversJob => ({
  name: 'sources.remove_leftovers',
  timeLimitSeconds: 600,
  async run({ db }, { sourceId, fileKeys }) {
    await files.remove(fileKeys)
    await removeDeadPassages(db, sourceId)
  },
})

/**
 * Removes the passages of a source that are of neither its text nor the run that reads it now; all where the source is
 * deleted. Nothing can come to refer to them again.
 */
export async function removeDeadPassages(db: Database, sourceId: string): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from source_passages where ctid = any (array(
        select ctid from source_passages
        where source_id = ${sourceId}::uuid
        and reading is distinct from (select reading from sources where id = ${sourceId}::uuid)
        and reading is distinct from (select reading from source_texts where source_id = ${sourceId}::uuid)
        limit ${passagesAtOnce}
      ))`.execute(db.reader)
    if (!numAffectedRows) return
  }
}
