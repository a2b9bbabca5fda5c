import { sql } from 'kysely'
import { newId, type Transaction } from '#platform'
import type { Content, Details } from './content-of.ts'
import type { SourceRow } from './rows.ts'

export interface NewSource {
  projectId: string
  externalId: string | undefined
  createdBy: string
  content: Content
  details: Details
}

/** Writes a new source, to be read by a job that the caller sends, and gives its id. */
export async function insertSource(
  tx: Transaction,
  { projectId, externalId = undefined, createdBy, content, details }: NewSource,
): Promise<string> {
  const id = newId()
  const title = details.title ?? titleOf(content.filename ?? '')
  await tx
    .insertInto('sources')
    .values({ ...content, ...details, title, id, projectId, externalId: externalId ?? null, createdBy })
    .execute()
  return id
}

/** The name of a file without its extension, which is a title such as people give; a name that is all extension stays. */
function titleOf(filename: string): string {
  return (filename.replace(/(?<=[^.])\.[^.\s]{1,10}$/, '').trim() || filename).slice(0, 300).toWellFormed()
}

/**
 * Gives a source an external id where it has none, and content that is to be read by a job that the caller sends. Its old
 * text stays until then. What was said beside the content is taken over; what was not said stays.
 */
export async function renewSource(
  tx: Transaction,
  { id, externalId, version }: SourceRow,
  news: { externalId: string | undefined; content?: Content; details?: Details },
): Promise<void> {
  await tx
    .updateTable('sources')
    .set({
      ...news.content,
      ...news.details,
      externalId: externalId ?? news.externalId ?? null,
      version: version + 1,
      updatedAt: sql<string>`now()`,
    })
    .$if(news.content !== undefined, (update) =>
      update.set({
        status: 'queued',
        reading: null,
        errorCode: null,
        errorMessage: null,
        contentRevision: sql<number>`content_revision + 1`,
      }),
    )
    .where('id', '=', id)
    .execute()
}
