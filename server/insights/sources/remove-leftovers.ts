import { sql } from 'kysely'
import type { Database, Files, Job } from '#platform'

export type LeftoversJob = Job<{ sourceId: string; fileKeys: string[] }>

const passagesAtOnce = 500

/** Removes what a committed change leaves behind: files of former content, and passages. */
export const createRemoveLeftovers = (files: Files): LeftoversJob => ({
  name: 'sources.remove_leftovers',
  timeLimitSeconds: 600,
  async run({ db }, { sourceId, fileKeys }) {
    await files.remove(fileKeys)
    await removeStalePassages(db, sourceId)
  },
})

/** Removes the passages that belong neither to a source's text nor to its current run; all, if it is deleted. */
export async function removeStalePassages(db: Database, sourceId: string): Promise<void> {
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
