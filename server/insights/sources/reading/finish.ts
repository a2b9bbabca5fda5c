import { sql } from 'kysely'
import type { Database } from '#database'
import { type Arrival, writeArrival } from '../../mentions/index.ts'
import { lockOwn, type Reading } from './claim.ts'
import type { StagedText } from './stage-text.ts'

class TrackersChanged extends Error {}

/**
 * Gives a source its new text, passages and mentions, and makes it ready. Does nothing if the run was overtaken.
 * @returns false if the trackers have changed since the text was matched: match again
 */
export async function finish(
  db: Database,
  reading: Reading,
  { kind, mimeType, language, textChars, parts }: StagedText,
  arrival: Arrival,
): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      if (!(await lockOwn(tx, reading))) return
      const { id, contentRevision } = reading
      const written = { contentRevision, reading: id, parts }
      await tx
        .insertInto('sourceTexts')
        .values({ sourceId: reading.sourceId, ...written })
        .onConflict((conflict) => conflict.column('sourceId').doUpdateSet(written))
        .execute()
      await tx
        .updateTable('sources')
        .set({
          status: 'ready',
          reading: null,
          rematch: false,
          // The sender of JSON text has set its kind.
          ...(reading.filename !== null && { kind, mimeType }),
          language,
          textChars,
          updatedAt: sql<string>`now()`,
        })
        .where('id', '=', reading.sourceId)
        .execute()
      // Trackers may be limited to some kinds.
      if ((await writeArrival(tx, arrival)) === 'trackers changed') throw new TrackersChanged()
    })
    return true
  } catch (error) {
    if (error instanceof TrackersChanged) return false
    throw error
  }
}
