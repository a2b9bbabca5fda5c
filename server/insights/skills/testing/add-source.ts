import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Segment } from '#contract'
import type { Database } from '#database'
import { newId } from '#platform'
import { paragraphs } from '../../../../engines/summaries/testing/paragraphs.ts'
import { writeText } from '../../library/testing/write-text.ts'

export interface GivenSource {
  title?: string
  text: string
  language?: string | null
  occurredAt?: string
  author?: string
  tags?: string[]
  segments?: Segment[]
}

/** Adds a ready source to a project, as if its content had been read. */
export async function addSource(
  { reader }: Database,
  projectId: string,
  given: GivenSource,
): Promise<string> {
  const id = newId()
  const { text, title = 'A source', language = 'en', segments = paragraphs(text) } = given
  const owner = sql<string>`(select id from users limit 1)`
  await reader
    .insertInto('sources')
    .values({
      id,
      projectId,
      title,
      kind: 'text',
      mimeType: 'text/plain',
      bytes: text.length,
      sha256: createHash('sha256').update(id).digest('hex'),
      language,
      status: 'ready',
      textChars: text.length,
      occurredAt: given.occurredAt ?? null,
      author: given.author ?? null,
      tags: given.tags ?? [],
      fileKey: id,
      createdBy: owner,
    })
    .execute()
  await writeText(reader, id, text, segments)
  return id
}
