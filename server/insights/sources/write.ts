import { sql, type Transaction as TransactionOn, type Updateable } from 'kysely'
import type { Source } from '#contract'
import type { Transaction } from '#database'
import type { SourceDetails } from '#engines/matching'
import type { Jobs } from '#platform'
import { findSource, type SourceRow, sourceColumns, toSource } from '../library/sources.ts'
import { moveMentions, type RematchJob, rematchIfAffected, removeMentions } from '../mentions/index.ts'
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

/** Writes a new source, and returns it; the caller sends the job that reads it. */
export async function insertSource(
  tx: Transaction,
  { content, details, externalId, ...rest }: NewSource,
): Promise<Source> {
  const title = details.title ?? titleOf(content.filename ?? '')
  const values = { ...content, ...details, ...rest, title, externalId: externalId ?? null }
  return toSource(
    await tx.insertInto('sources').values(values).returning(sourceColumns).executeTakeFirstOrThrow(),
  )
}

/** Returns a file's name without its extension, unless nothing else is in the name. */
function titleOf(filename: string): string {
  return (filename.replace(/(?<=[^.])\.[^.\s]{1,10}$/, '').trim() || filename).slice(0, 300).toWellFormed()
}

export interface RematchJobs {
  jobs: Jobs
  rematch: RematchJob
}

/**
 * Changes a source whose row is locked. Moves its mentions if its date changes, so commit soon, and has it matched again if
 * other trackers search it now.
 */
export async function changeSource(
  tx: Transaction,
  before: SourceRow,
  values: Updateable<Tables['sources']>,
  { jobs, rematch }: RematchJobs,
): Promise<Source> {
  const { id, projectId, version } = before
  await tx
    .updateTable('sources')
    .set({ ...values, version: version + 1, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  const after = await findSource(tx, id)
  if (after.occurredAt !== before.occurredAt) await moveMentions(tx, id)
  const details = { id, projectId, before: searchedBy(before), after: searchedBy(after) }
  await rematchIfAffected(tx, details, jobs, rematch)
  return toSource(after)
}

function searchedBy({ kind, tags, author, occurredAt, createdAt }: SourceRow): SourceDetails {
  return { kind, tags, author, day: (occurredAt ?? createdAt).slice(0, 10) }
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
