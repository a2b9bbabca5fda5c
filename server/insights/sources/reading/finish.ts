import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#platform'
import type { Extracted } from '../../extraction/index.ts'
import { type Arrival, writeArrival } from '../../mentions/index.ts'
import { lockOwn, type Reading } from './claim.ts'

class TrackersChanged extends Error {}

/**
 * Gives a source its new text, passages and mentions, and makes it ready. Does nothing if the run was overtaken.
 * @returns false if the trackers have changed since the text was matched: match again
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
          // The sender of JSON text has set its kind.
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

const stringifiedAtOnce = 5000

/** Converts a long list to JSON without blocking the event loop. */
async function stringify(list: unknown[]): Promise<string> {
  const parts: string[] = []
  for (let n = 0; n < list.length; n += stringifiedAtOnce) {
    if (n > 0) await turn()
    parts.push(JSON.stringify(list.slice(n, n + stringifiedAtOnce)).slice(1, -1))
  }
  return `[${parts.join(',')}]`
}
