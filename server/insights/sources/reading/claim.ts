import { sql } from 'kysely'
import type { Database, Reader, Transaction } from '#database'
import { newId } from '#platform'

/** A source and which of its contents is to be read. */
export interface ToRead {
  sourceId: string
  contentRevision: number
}

/** A run of the job that reads a source, and what it reads. */
export interface Reading extends ToRead {
  projectId: string
  /** The id of the run. */
  id: string
  fileKey: string
  bytes: number
  /** null if the text came as JSON. */
  filename: string | null
  mimeType: string
  statedKind: string | null
  statedLanguage: string | null
  /** Whether no other run has begun to read this source. */
  isFirst: boolean
}

/** Begins runs, superseding any others. Sources whose content was already read, replaced or deleted are missing. */
export async function claim(db: Database, toRead: ToRead[]): Promise<Reading[]> {
  const { rows } = await sql<Reading>`
    with claimed as (
      select source.id, wanted.reading, source.status = 'queued' and source.content_revision = 1 as is_first
      from unnest(
        ${toRead.map(({ sourceId }) => sourceId)}::uuid[],
        ${toRead.map(({ contentRevision }) => contentRevision)}::integer[],
        ${toRead.map(() => newId())}::uuid[]
      ) as wanted (id, content_revision, reading)
      join sources source using (id, content_revision)
      join projects on projects.id = source.project_id and projects.deleted_at is null
      where source.status in ('queued', 'extracting')
      order by source.id for update of source
    )
    update sources set status = 'extracting', reading = claimed.reading, updated_at = now()
    from claimed where sources.id = claimed.id
    returning sources.id as source_id, content_revision, project_id, sources.reading as id, file_key, bytes, filename,
      mime_type, stated_kind, stated_language, is_first`.execute(db.reader)
  return rows
}

/** Locks sources until the transaction ends, and returns the ids of their current runs. */
export async function lockOwn(tx: Transaction, sourceIds: string[]): Promise<Set<string | null>> {
  const sources = await tx
    .selectFrom('sources')
    .select(['id', 'reading'])
    .where('id', '=', sql<string>`any(${sourceIds}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Set(sources.map(({ reading }) => reading))
}

/** Returns false if another run has superseded this one, or the source was replaced or deleted. */
export async function isOwn(reader: Reader, { id, sourceId }: Reading): Promise<boolean> {
  const source = await reader
    .selectFrom('sources')
    .select('reading')
    .where('id', '=', sourceId)
    .executeTakeFirst()
  return source?.reading === id
}
