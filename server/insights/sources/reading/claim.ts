import { sql } from 'kysely'
import type { Source } from '#contract'
import type { Database, Reader, Transaction } from '#database'
import { newId } from '#platform'

/** A source and which of its contents is to be read. */
export interface ToRead {
  sourceId: string
  contentRevision: number
  /** Whether to read its present text again, and not its file. */
  again?: boolean
}

/** A run of the job that reads a source, and what it reads. */
export interface Reading extends Omit<ToRead, 'again'> {
  projectId: string
  /** The id of the run. */
  id: string
  /** null if the original was removed. */
  fileKey: string | null
  /** The text to read in place of the file; null if the file is to be read. */
  present: PresentText | null
  /** Whether names are replaced in its project. */
  hasNames: boolean
  bytes: number
  /** null if the text came as JSON. */
  filename: string | null
  mimeType: string
  statedKind: string | null
  statedLanguage: string | null
  /** Whether no other run has begun to read this source. */
  isFirst: boolean
}

/** A text that a source has. */
export interface PresentText {
  reading: string
  parts: number
  textChars: number
  kind: Source['kind']
  language: string | null
}

/** Begins runs, superseding any others. Sources whose content was already read, replaced or deleted are missing. */
export async function claim(db: Database, toRead: ToRead[]): Promise<Reading[]> {
  const { rows } = await sql<Reading>`
    with claimed as (
      select source.id, wanted.reading, projects.names_revision > 0 as has_names,
        source.status = 'queued' and source.content_revision = 1 and not wanted.again as is_first,
        case when wanted.again or source.file_key is null then (
          select jsonb_build_object('reading', text.reading, 'parts', parts,
            'textChars', text_chars, 'kind', kind, 'language', language)
          from source_texts text where source_id = source.id) end as present
      from unnest(
        ${toRead.map(({ sourceId }) => sourceId)}::uuid[],
        ${toRead.map(({ contentRevision }) => contentRevision)}::integer[],
        ${toRead.map(() => newId())}::uuid[],
        ${toRead.map(({ again = false }) => again)}::boolean[]
      ) as wanted (id, content_revision, reading, again)
      join sources source using (id, content_revision)
      join projects on projects.id = source.project_id and projects.deleted_at is null
      where source.status in ('queued', 'extracting')
      order by source.id for update of source
    )
    update sources set status = 'extracting', reading = claimed.reading, updated_at = now()
    from claimed where sources.id = claimed.id
    returning sources.id as source_id, content_revision, project_id, sources.reading as id, file_key, bytes, filename,
      mime_type, stated_kind, stated_language, is_first, present, has_names`.execute(db.reader)
  return rows
}

/**
 * Locks sources until the transaction ends.
 * @returns the revision of the names in their project, by the ids of their current runs
 */
export async function lockOwn(tx: Transaction, sourceIds: string[]): Promise<Map<string | null, number>> {
  const sources = await tx
    .selectFrom('sources')
    .innerJoin('projects', 'projects.id', 'projectId')
    .select(['reading', 'projects.namesRevision'])
    .where('sources.id', '=', sql<string>`any(${sourceIds}::uuid[])`)
    .orderBy('sources.id')
    .forUpdate('sources')
    .execute()
  return new Map(sources.map(({ reading, namesRevision }) => [reading, namesRevision]))
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
