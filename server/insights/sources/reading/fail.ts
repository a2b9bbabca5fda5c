import { sql } from 'kysely'
import { type SourceErrorCode, sourceErrors } from '#contract'
import type { Database, Transaction } from '#database'
import type { ExtractionError } from '#engines/extraction'
import { keysOf } from '../../library/sources.ts'
import { removeMentions } from '../../mentions/index.ts'
import { lockOwn, type Reading } from './claim.ts'

/** A run, and why its content cannot be read. */
export interface Failure {
  reading: Reading
  error: ExtractionError
}

/**
 * Ends runs that cannot read their contents, and removes the texts of any earlier contents. Where names are replaced, the originals
 * are removed, too: nobody knows what they say.
 * @returns the keys of files that the caller removes
 */
export function fail(db: Database, failures: Failure[]): Promise<string[]> {
  return db.transaction(async (tx) => {
    const own = await lockOwn(
      tx,
      failures.map(({ reading }) => reading.sourceId),
    )
    const ended = failures.filter(({ reading }) => own.has(reading.id))
    await writeFailures(
      tx,
      ended.map(({ reading: { sourceId, hasNames }, error: { code, message } }) => ({
        sourceId,
        code,
        message,
        removesOriginal: hasNames,
      })),
    )
    return ended.flatMap(({ reading }) => (reading.hasNames ? keysOf(reading) : []))
  })
}

/** Fails a source whose job was interrupted too often. One whose original was removed keeps its present text. */
export async function interrupt(db: Database, sourceId: string, contentRevision: number): Promise<void> {
  await db.transaction(async (tx) => {
    const source = await tx
      .selectFrom('sources')
      .select('fileKey')
      .where('id', '=', sourceId)
      .where('contentRevision', '=', contentRevision)
      .where('status', 'in', ['queued', 'extracting'])
      .forUpdate()
      .executeTakeFirst()
    if (source?.fileKey === null) await keepPresent(tx, sourceId)
    else if (source)
      await writeFailures(tx, [
        { sourceId, code: 'interrupted', message: sourceErrors.interrupted, removesOriginal: false },
      ])
  })
}

async function keepPresent(tx: Transaction, sourceId: string): Promise<void> {
  await sql`
    update sources set status = 'ready', reading = null, updated_at = now(), content_revision = text.content_revision
    from source_texts text where text.source_id = sources.id and sources.id = ${sourceId}::uuid`.execute(tx)
}

async function writeFailures(
  tx: Transaction,
  failures: { sourceId: string; code: SourceErrorCode; message: string; removesOriginal: boolean }[],
): Promise<void> {
  if (failures.length === 0) return
  const sourceIds = failures.map(({ sourceId }) => sourceId)
  await tx.deleteFrom('sourceTexts').where('sourceId', 'in', sourceIds).execute()
  await removeMentions(tx, sourceIds)
  await sql`
    update sources set status = 'failed', error_code = failure.code, error_message = failure.message, reading = null,
      text_chars = null, language = null, updated_at = now(),
      file_key = case when not removes_original then file_key end
    from unnest(
      ${sourceIds}::uuid[],
      ${failures.map(({ code }) => code)}::text[],
      ${failures.map(({ message }) => message)}::text[],
      ${failures.map(({ removesOriginal }) => removesOriginal)}::boolean[]
    ) as failure (source_id, code, message, removes_original)
    where sources.id = failure.source_id`.execute(tx)
}
