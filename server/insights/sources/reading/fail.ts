import { sql } from 'kysely'
import { type SourceErrorCode, sourceErrors } from '#contract'
import type { Database, Transaction } from '#database'
import type { ExtractionError } from '#engines/extraction'
import { removeMentions } from '../../mentions/index.ts'
import { lockOwn, type Reading } from './claim.ts'

/** A run, and why its content cannot be read. */
export interface Failure {
  reading: Reading
  error: ExtractionError
}

/** Ends runs that cannot read their contents, and removes the texts of any earlier contents. */
export async function fail(db: Database, failures: Failure[]): Promise<void> {
  await db.transaction(async (tx) => {
    const own = await lockOwn(
      tx,
      failures.map(({ reading }) => reading.sourceId),
    )
    await writeFailures(
      tx,
      failures
        .filter(({ reading }) => own.has(reading.id))
        .map(({ reading: { sourceId }, error: { code, message } }) => ({ sourceId, code, message })),
    )
  })
}

/** Fails a source whose job was interrupted too often. */
export async function interrupt(db: Database, sourceId: string, contentRevision: number): Promise<void> {
  await db.transaction(async (tx) => {
    const source = await tx
      .selectFrom('sources')
      .select('id')
      .where('id', '=', sourceId)
      .where('contentRevision', '=', contentRevision)
      .where('status', 'in', ['queued', 'extracting'])
      .forUpdate()
      .executeTakeFirst()
    if (source)
      await writeFailures(tx, [{ sourceId, code: 'interrupted', message: sourceErrors.interrupted }])
  })
}

async function writeFailures(
  tx: Transaction,
  failures: { sourceId: string; code: SourceErrorCode; message: string }[],
): Promise<void> {
  if (failures.length === 0) return
  const sourceIds = failures.map(({ sourceId }) => sourceId)
  await tx.deleteFrom('sourceTexts').where('sourceId', 'in', sourceIds).execute()
  await removeMentions(tx, sourceIds)
  await sql`
    update sources set status = 'failed', error_code = failure.code, error_message = failure.message, reading = null,
      text_chars = null, language = null, updated_at = now()
    from unnest(
      ${sourceIds}::uuid[],
      ${failures.map(({ code }) => code)}::text[],
      ${failures.map(({ message }) => message)}::text[]
    ) as failure (source_id, code, message)
    where sources.id = failure.source_id`.execute(tx)
}
