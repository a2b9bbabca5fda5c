import { sql } from 'kysely'
import { type SourceErrorCode, sourceErrors } from '#contract'
import type { Database, Transaction } from '#database'
import type { ExtractionError } from '#engines/extraction'
import { removeMentions } from '../../mentions/index.ts'
import { lockOwn, type Reading } from './claim.ts'

/** Ends a run with the reason why the content cannot be read, and removes the text of any earlier content. */
export async function fail(
  db: Database,
  reading: Reading,
  { code, message }: ExtractionError,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (await lockOwn(tx, reading)) await writeFailure(tx, reading.sourceId, code, message)
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
    if (source) await writeFailure(tx, sourceId, 'interrupted', sourceErrors.interrupted)
  })
}

async function writeFailure(tx: Transaction, sourceId: string, code: SourceErrorCode, message: string) {
  await tx.deleteFrom('sourceTexts').where('sourceId', '=', sourceId).execute()
  await removeMentions(tx, [sourceId])
  await tx
    .updateTable('sources')
    .set({
      status: 'failed',
      errorCode: code,
      errorMessage: message,
      reading: null,
      textChars: null,
      language: null,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', sourceId)
    .execute()
}
