import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader } from '#database'
import { type Files, referredFiles } from '#files'
import { type Invariant, noRow, rowsOf, type Snapshot, type Violation } from '#platform'

/** The nightly sweep removes unused files sooner. */
const leftAfterMs = 2 * 24 * 60 * 60 * 1000

/** @param readFiles compares the content of files, not only their sizes */
export const createSourceInvariants = (files: Files, { readFiles }: { readFiles: boolean }): Invariant[] => [
  noRow(
    'Ready sources have the text of their content, and failed sources have none',
    sql`
      select 'sources ' || s.id as row, case
          when s.status = 'ready' and t.source_id is null then 'it is ready without a text'
          when s.status = 'ready' and t.content_revision <> s.content_revision then 'its text is of other content'
          when t.content_revision > s.content_revision then 'its text is of content that never existed'
          when t.source_id is null then 'it has a text length without a text'
          when s.status = 'failed' then 'it failed but has a text'
          when p.count is distinct from t.parts or p.last <> t.parts then 'parts of its text are missing'
          else 'its text length is wrong' end as what
      from sources s left join source_texts t on t.source_id = s.id
      left join (
        select source_id, reading, count(*) as count, max(number) as last, max(end_offset) as "end",
          sum(octet_length(text)) as bytes
        from source_text_parts group by source_id, reading
      ) p on p.source_id = t.source_id and p.reading = t.reading
      where (s.status = 'ready' and t.content_revision is distinct from s.content_revision)
      or t.content_revision > s.content_revision
      or (t.source_id is null) <> (s.text_chars is null)
      or (s.status = 'failed' and t.source_id is not null)
      or p.count is distinct from t.parts or p.last <> t.parts or p."end" <> s.text_chars
      -- A UTF-16 unit takes one to three bytes.
      or not s.text_chars between p.bytes / 3 and p.bytes`,
  ),
  noRow(
    'The passages for the search cover the current texts',
    sql`
      select 'sources ' || t.source_id as row, case
          when p.count is null then 'its text has no passages'
          when p.count <> p.last or p.first <> 1 then 'passages of its text are missing'
          else 'a passage ends beyond its text' end as what
      from source_texts t join sources s on s.id = t.source_id
      left join (
        select source_id, reading, count(*) as count, min(number) as first, max(number) as last,
          min(start_offset) as start, max(end_offset) as "end"
        from source_passages group by source_id, reading
      ) p on p.source_id = t.source_id and p.reading = t.reading
      where case when p.count is null then s.text_chars > 0
        else p.count <> p.last or p.first <> 1 or p.start < 0 or p."end" > s.text_chars end`,
  ),
  noRow(
    'The counters of sources by status match the sources',
    sql`
      with counted as (
        select project_id, count(*) filter (where status = 'queued') as queued,
          count(*) filter (where status = 'extracting') as extracting,
          count(*) filter (where status = 'ready') as ready, count(*) filter (where status = 'failed') as failed
        from sources group by project_id
      )
      select 'source_counts ' || project_id as row, 'the counters are ' || concat_ws(', ', k.queued, k.extracting, k.ready, k.failed)
        || ' queued, extracting, ready and failed; the sources are ' || concat_ws(', ', c.queued, c.extracting, c.ready, c.failed) as what
      from source_counts k full join counted c using (project_id)
      where (coalesce(k.queued, 0), coalesce(k.extracting, 0), coalesce(k.ready, 0), coalesce(k.failed, 0))
        <> (coalesce(c.queued, 0), coalesce(c.extracting, 0), coalesce(c.ready, 0), coalesce(c.failed, 0))`,
  ),
  noRow(
    'Texts have been through the names that are replaced in their project',
    sql`
      select 'sources ' || s.id as row, 'it was read with the names of revision ' || s.names_revision || ', and there are later ones' as what
      from sources s join projects p on p.id = s.project_id
      where s.status = 'ready' and s.names_revision <> p.names_revision and p.deleted_at is null
      and not exists (select from pseudonymisations walk where walk.project_id = p.id)`,
  ),
  {
    rule: readFiles
      ? 'The file of every source exists and has the uploaded content'
      : 'The file of every source exists and has the uploaded size',
    check: (snapshot) => wrongFiles(snapshot, files, readFiles),
  },
  {
    rule: 'Every file belongs to a source, or was uploaded recently',
    check: (snapshot) => leftFiles(snapshot, files),
  },
]

interface FileOfSource {
  id: string
  fileKey: string
  bytes: number
  sha256: string
}

async function* wrongFiles({ tx, atPresent }: Snapshot, files: Files, readFiles: boolean) {
  // The files of a deleted project are removed before its sources.
  const sources = sql<FileOfSource>`select s.id, file_key, bytes, coalesce(stored_sha256, sha256) as sha256 from sources s
    join projects p on p.id = s.project_id where p.deleted_at is null and file_key is not null`
  for await (const source of rowsOf(tx, sources)) {
    const what = await wrongWith(files, source, readFiles)
    // It may have been deleted since, with its file.
    if (what && (await atPresent((reader) => hasFile(reader, source))))
      yield { row: `sources ${source.id}`, what }
  }
}

async function wrongWith(files: Files, source: FileOfSource, readFiles: boolean): Promise<string | null> {
  const { fileKey, bytes, sha256 } = source
  const size = await files.sizeOf(fileKey)
  if (size === null) return `its file ${fileKey} is missing`
  if (size !== bytes) return `its file ${fileKey} has ${size} bytes instead of ${bytes}`
  if (!readFiles) return null
  const sum = createHash('sha256')
  for await (const chunk of await files.read(fileKey)) sum.update(chunk)
  return sum.digest('hex') === sha256 ? null : `its file ${fileKey} has other content than the upload`
}

const hasFile = async (reader: Reader, { id, fileKey }: FileOfSource): Promise<boolean> =>
  (await reader
    .selectFrom('sources')
    .innerJoin('projects', 'projects.id', 'projectId')
    .select('sources.id')
    .where('sources.id', '=', id)
    .where('fileKey', '=', fileKey)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()) !== undefined

async function* leftFiles({ atPresent }: Snapshot, files: Files): AsyncGenerator<Violation> {
  for await (const keys of files.writtenBefore(Date.now() - leftAfterMs)) {
    const known = new Set(await atPresent((reader) => referredFiles(reader, keys)))
    for (const key of keys)
      if (!known.has(key) && !(await isBeingRemoved(key)) && (await files.sizeOf(key)) !== null)
        yield { row: `file ${key}`, what: 'no row refers to it' }
  }

  /** Whether a job for it is queued, or ran since the files were listed. */
  async function isBeingRemoved(key: string): Promise<boolean> {
    return atPresent(async (reader) => {
      const there = sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`
      if (!(await there.execute(reader)).rows[0]?.there) return false
      const { rows } = await sql`
        select from pgboss.job
        where name = 'sources.remove_leftovers' and data -> 'fileKeys' @> to_jsonb(${key}::text)
          and state in ('created', 'retry', 'active')`.execute(reader)
      return rows.length > 0
    })
  }
}
