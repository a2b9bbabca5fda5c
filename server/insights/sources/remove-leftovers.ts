import { sql } from 'kysely'
import type { Database } from '#database'
import type { Files } from '#files'
import type { Job } from '#platform'

export type LeftoversJob = Job<{ sourceId: string; fileKeys: string[] }>

const rowsAtOnce = 500

/** Removes what a committed change leaves behind: files of former content, and what was read. */
export const createRemoveLeftovers = (files: Files): LeftoversJob => ({
  name: 'sources.remove_leftovers',
  async run({ db, signal }, { sourceId, fileKeys }) {
    await files.remove(fileKeys)
    await removeStaleReadings(db, [sourceId], signal)
  },
})

/** Removes the passages and parts that belong neither to the sources' texts nor to their current runs; all, if one is deleted. */
export async function removeStaleReadings(
  db: Database,
  sourceIds: string[],
  signal: AbortSignal,
): Promise<void> {
  if (sourceIds.length === 0) return
  for (const table of ['source_passages', 'source_text_parts']) {
    for (let removed: bigint | undefined; removed !== 0n; ) {
      signal.throwIfAborted()
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} part
          where source_id = any(${sourceIds}::uuid[])
          and reading is distinct from (select reading from sources where id = part.source_id)
          and reading is distinct from (select reading from source_texts where source_id = part.source_id)
          limit ${rowsAtOnce}
        ))`.execute(db.reader)
      removed = numAffectedRows
    }
  }
}
