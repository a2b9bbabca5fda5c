import { sql, type Transaction as TransactionOn, type Updateable } from 'kysely'
import type { Source } from '#contract'
import type { Transaction } from '#database'
import { findSource, type SourceRow, toSource } from '../library/sources.ts'
import { moveMentions, removeMentions } from '../mentions/index.ts'
import type { Content, detailsOf } from './content.ts'

type Tables = Transaction extends TransactionOn<infer Tables> ? Tables : never

export interface NewSource {
  id: string
  projectId: string
  externalId: string | undefined
  createdBy: string
  content: Content
  details: ReturnType<typeof detailsOf>
}

/** Writes a new source; the caller sends the job that reads it. */
export async function insertSource(
  tx: Transaction,
  { content, details, externalId, ...rest }: NewSource,
): Promise<void> {
  const title = details.title ?? titleOf(content.filename ?? '')
  const values = { ...content, ...details, ...rest, title, externalId: externalId ?? null }
  await tx.insertInto('sources').values(values).execute()
}

/** Returns a file's name without its extension, unless nothing else is in the name. */
function titleOf(filename: string): string {
  return (filename.replace(/(?<=[^.])\.[^.\s]{1,10}$/, '').trim() || filename).slice(0, 300).toWellFormed()
}

/** Changes a source whose row is locked, and moves its mentions if its date changes; so commit soon. */
export async function changeSource(
  tx: Transaction,
  { id, version, occurredAt }: SourceRow,
  values: Updateable<Tables['sources']>,
): Promise<Source> {
  await tx
    .updateTable('sources')
    .set({ ...values, version: version + 1, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  const after = await findSource(tx, id)
  if (after.occurredAt !== occurredAt) await moveMentions(tx, id)
  return toSource(after)
}

/** The columns of a source that is to be read; the caller sends the job. */
export const readAnew = (contentRevision: number) => ({
  contentRevision,
  status: 'queued',
  reading: null,
  errorCode: null,
  errorMessage: null,
})

/** Deletes sources whose rows are locked, with their texts and mentions, but neither files nor passages. */
export async function deleteSources(tx: Transaction, ids: string[]): Promise<void> {
  await removeMentions(tx, ids)
  await tx.deleteFrom('sources').where('id', 'in', ids).execute()
}
