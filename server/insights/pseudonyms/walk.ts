import { sql } from 'kysely'
import type { Database, Transaction } from '#database'
import type { Job, JobContext } from '#platform'
import { detailsWith, externalIdWith, namesOf, type ProjectNames } from '../library/names.ts'
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
export const createWalk = ({ read }: Pick<Extract, 'read'>): WalkJob => ({
  name: 'projects.pseudonymise',
  schedule: '*/5 * * * *',
  async run(context, { projectId }) {
    for (;;) {
      const walk = await nextWalk(context.db, projectId)
      if (!walk) return
      await walkOn(context, walk, read)
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

async function walkOn(context: JobContext, walk: Walk, read: Extract['read']): Promise<void> {
  const { db, signal } = context
  for (let { lastSource } = walk; ; ) {
    signal.throwIfAborted()
    const batch = await db.transaction((tx) => prepareNext(tx, walk, lastSource))
    const last = batch.at(-1)
    if (!last) break
    await read(
      context,
      batch.filter(({ toRead }) => toRead !== null).map(({ toRead }) => toRead!),
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
  await forgetQuotes(context, walk.projectId)
  await db.reader
    .deleteFrom('pseudonymisations')
    .where('projectId', '=', walk.projectId)
    .where('revision', '=', walk.revision)
    .execute()
}

const isStill = ({ projectId, revision }: Walk, lastSource: string | null) =>
  sql<boolean>`project_id = ${projectId}::uuid and revision = ${revision} and last_source is not distinct from ${lastSource}::uuid`

interface Row {
  id: string
  externalId: string | null
  title: string
  filename: string | null
  author: string | null
  tags: string[]
  metadata: Record<string, unknown>
  status: string
  errorCode: string | null
  contentRevision: number
  /** Whether the text is that of the present content. */
  isRead: boolean
}

/**
 * Replaces names in the details of the next sources that have not been through all of them, and has them read: those with a
 * text from it, and others from their files. A file that could not be read may have any name, and is removed.
 */
async function prepareNext(tx: Transaction, { projectId, revision }: Walk, after: string | null) {
  const { rows } = await sql<Row>`
    select id, external_id, title, filename, author, tags, metadata, status, error_code, sources.content_revision,
      coalesce((select text.content_revision = sources.content_revision from source_texts text where source_id = id), false) as is_read
    from sources
    where project_id = ${projectId}::uuid and names_revision < ${revision}
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${sourcesAtOnce} for update`.execute(tx)
  const names = await namesOf(tx, projectId)
  if (rows.length === 0 || !names) return []
  await writeDetails(tx, projectId, names, rows)
  return rows.map(({ id, status, contentRevision, isRead }) => ({
    id,
    toRead:
      status === 'failed'
        ? null
        : { sourceId: id, contentRevision: isRead ? contentRevision : contentRevision + 1, again: isRead },
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
    // After an interruption, the file can be read.
    isLost: row.status === 'failed' && row.errorCode !== 'interrupted',
  }))
  await sql`
    update sources set title = changed.title, filename = changed.filename, author = changed.author, tags = changed.tags,
      metadata = changed.metadata, external_id = changed."externalId",
      status = case when sources.status = 'failed' then 'failed' else 'queued' end, reading = null,
      content_revision = case when "isRead" or sources.status = 'failed' then content_revision else content_revision + 1 end,
      file_key = case when not "isLost" then file_key end,
      names_revision = case when "isLost" then ${names.revision} else names_revision end
    from json_to_recordset(${JSON.stringify(changed)}::json) as changed (
      id uuid, "externalId" text, title text, filename text, author text, tags text[], metadata jsonb, "isRead" boolean,
      "isLost" boolean)
    where sources.id = changed.id`.execute(tx)
}
