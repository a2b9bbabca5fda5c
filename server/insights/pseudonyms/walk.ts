import { sql } from 'kysely'
import type { Database, Transaction } from '#database'
import type { Files } from '#files'
import type { Job, JobContext } from '#platform'
import { detailsWith, externalIdWith, namesOf, type ProjectNames } from '../library/names.ts'
import { keysOf } from '../library/sources.ts'
import type { Extract } from '../sources/reading/extract.ts'
import { forgetQuotes } from './forget-quotes.ts'

export type WalkJob = Job<{ projectId?: string }>

const sourcesAtOnce = 20
/** A walk that has not progressed for this long has lost its job. */
const stalledAfter = sql`interval '5 minutes'`

interface Walk {
  projectId: string
  revision: number
  lastSource: string | null
}

/**
 * Replaces names that were added to a project in its existing sources, and removes the runs that quote one. Each batch is
 * committed on its own: the next run continues an interrupted one, and what two runs do at once is done once.
 */
export const createWalk = (extract: Extract, files: Files): WalkJob => ({
  name: 'projects.pseudonymise',
  schedule: '*/5 * * * *',
  async run(context, { projectId }) {
    for (;;) {
      const walk = await nextWalk(context.db, projectId)
      if (!walk) return
      await walkOn(context, walk, { extract, files })
    }
  },
})

async function nextWalk(db: Database, projectId: string | undefined): Promise<Walk | undefined> {
  return db.reader
    .selectFrom('pseudonymisations')
    .innerJoin('projects', 'projects.id', 'projectId')
    .select(['projectId', 'revision', 'lastSource'])
    .where('deletedAt', 'is', null)
    .$if(projectId !== undefined, (query) => query.where('projectId', '=', projectId!))
    .$if(projectId === undefined, (query) =>
      query.where('progressedAt', '<', sql<string>`now() - ${stalledAfter}`),
    )
    .orderBy('projectId')
    .limit(1)
    .executeTakeFirst()
}

async function walkOn(
  context: JobContext,
  walk: Walk,
  { extract, files }: { extract: Extract; files: Files },
): Promise<void> {
  const { db, signal } = context
  for (let { lastSource } = walk; ; ) {
    signal.throwIfAborted()
    const batch = await db.transaction((tx) => prepareNext(tx, walk, lastSource))
    const last = batch.at(-1)
    if (!last) break
    await files.remove(batch.flatMap(({ lost }) => lost))
    await extract.read(
      context,
      batch.flatMap(({ toRead }) => toRead),
    )
    const { numUpdatedRows } = await db.reader
      .updateTable('pseudonymisations')
      .set({
        lastSource: last.id,
        done: sql<number>`done + ${batch.length}::integer`,
        progressedAt: sql<string>`clock_timestamp()`,
      })
      .where(isStill(walk, lastSource))
      .executeTakeFirst()
    // More names were added, or another run is ahead.
    if (numUpdatedRows === 0n) return
    lastSource = last.id
  }
  if (await beginAgain(db, walk)) return
  await forgetQuotes(context, walk.projectId)
  await db.reader
    .deleteFrom('pseudonymisations')
    .where('projectId', '=', walk.projectId)
    .where('revision', '=', walk.revision)
    .execute()
}

/** Begins again if a text was passed by and still has names, because a run that was to read it was killed. */
async function beginAgain(db: Database, { projectId, revision }: Walk): Promise<boolean> {
  const { numUpdatedRows } = await db.reader
    .updateTable('pseudonymisations')
    .set({ lastSource: null, done: 0 })
    .where('projectId', '=', projectId)
    .where('revision', '=', revision)
    .where(
      sql<boolean>`exists (
        select from sources join source_texts text on source_id = sources.id and text.content_revision = sources.content_revision
        where project_id = ${projectId}::uuid and names_revision < ${revision})`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const isStill = ({ projectId, revision }: Walk, lastSource: string | null) =>
  sql<boolean>`project_id = ${projectId}::uuid and revision = ${revision} and last_source is not distinct from ${lastSource}::uuid`

interface Row {
  id: string
  fileKey: string | null
  externalId: string | null
  title: string
  filename: string | null
  author: string | null
  tags: string[]
  metadata: Record<string, unknown>
  contentRevision: number
  /** Whether it has the text of its present content. Otherwise a job is about to read it, with the present names. */
  isRead: boolean
  /** Whether its file could not be read, and so may have any name. After an interruption, it can be. */
  isLost: boolean
}

/**
 * Replaces names in the details of the next sources that have not been through all of them.
 * @returns them, with what to read, and the files to remove
 */
async function prepareNext(tx: Transaction, { projectId, revision }: Walk, after: string | null) {
  const { rows } = await sql<Row>`
    select id, file_key, external_id, title, filename, author, tags, metadata, sources.content_revision,
      coalesce(text.content_revision = sources.content_revision, false) as is_read,
      coalesce(status = 'failed' and error_code <> 'interrupted', false) as is_lost
    from sources left join source_texts text on source_id = id
    where project_id = ${projectId}::uuid and names_revision < ${revision}
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${sourcesAtOnce} for update of sources`.execute(tx)
  const names = await namesOf(tx, projectId)
  if (rows.length === 0 || !names) return []
  await writeDetails(tx, projectId, names, rows)
  return rows.map(({ id, fileKey, contentRevision, isRead, isLost }) => ({
    id,
    lost: isLost ? keysOf({ fileKey }) : [],
    toRead: isRead ? [{ sourceId: id, contentRevision, again: true }] : [],
  }))
}

async function writeDetails(
  tx: Transaction,
  projectId: string,
  names: ProjectNames,
  rows: Row[],
): Promise<void> {
  const changed = rows.map((row) => ({
    ...row,
    ...detailsWith(names, row),
    externalId: externalIdWith(names, projectId, row.externalId ?? undefined) ?? null,
  }))
  await sql`
    update sources set title = changed.title, filename = changed.filename, author = changed.author, tags = changed.tags,
      metadata = changed.metadata, external_id = changed."externalId",
      status = case when "isRead" then 'queued' else status end,
      reading = case when not "isRead" then reading end,
      file_key = case when not "isLost" then file_key end,
      names_revision = case when "isLost" then ${names.revision} else names_revision end
    from json_to_recordset(${JSON.stringify(changed)}::json) as changed (
      id uuid, "externalId" text, title text, filename text, author text, tags text[], metadata jsonb, "isRead" boolean,
      "isLost" boolean)
    where sources.id = changed.id`.execute(tx)
}
