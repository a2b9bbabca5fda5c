import { sql } from 'kysely'
import type { Database } from '#platform'
import type { Extracted } from '../../extraction/index.ts'
import { type Arrival, writeArrival } from '../../trackers/index.ts'
import { lockOwn, type Reading } from './claim.ts'
import { stringify } from './stringify.ts'

class TrackersChanged extends Error {}

/**
 * Makes a text with its passages and mentions the source's, which is ready then; nothing where the run was overtaken.
 * @returns false where the trackers have changed since the mentions were looked for: match again
 */
export async function finish(
  db: Database,
  reading: Reading,
  extracted: Extracted,
  arrival: Arrival,
): Promise<boolean> {
  const segments = await stringify(extracted.segments)
  try {
    await db.transaction(async (tx) => {
      if (!(await lockOwn(tx, reading))) return
      const written = {
        contentRevision: reading.contentRevision,
        reading: reading.id,
        text: extracted.text,
        segments,
      }
      await tx
        .insertInto('sourceTexts')
        .values({ sourceId: reading.sourceId, ...written })
        .onConflict((conflict) => conflict.column('sourceId').doUpdateSet(written))
        .execute()
      if ((await writeArrival(tx, arrival, reading.sourceId)) === 'trackers changed')
        throw new TrackersChanged()
      await tx
        .updateTable('sources')
        .set({
          status: 'ready',
          reading: null,
          // How text from JSON is divided was said by whoever sent it.
          ...(reading.filename !== null && { kind: extracted.kind, mimeType: extracted.mimeType }),
          language: extracted.language,
          textChars: extracted.text.length,
          updatedAt: sql<string>`now()`,
        })
        .where('id', '=', reading.sourceId)
        .execute()
    })
    return true
  } catch (error) {
    if (error instanceof TrackersChanged) return false
    throw error
  }
}
