import { sql } from 'kysely'
import { record } from '#audit'
import { pseudonymiseProject } from '#contract'
import type { Reader, Transaction } from '#database'
import { Pseudonyms } from '#engines/pseudonyms'
import { Answer, type Implementation, implement, type Job, type Jobs, Refusal } from '#platform'
import { formsOf } from '../library/names.ts'
import { lockTrackerSet } from '../library/projects.ts'
import type { Backfill } from '../trackers/backfill/job.ts'
import { type Added, addNames } from './add-names.ts'
import { countNames } from './preview.ts'
import { renameTrackers } from './rename-trackers.ts'
import type { WalkJob } from './walk.ts'

interface Services {
  jobs: Jobs
  backfill: Job<Backfill>
  walk: WalkJob
}

/** From the commit on, everything that arrives goes through the names; a job reads the existing sources again. */
export const createPseudonymise = ({ jobs, backfill, walk }: Services): Implementation =>
  implement(pseudonymiseProject, async ({ tx, actor, params: { projectId }, body: { names, preview } }) => {
    if (!preview && !(await lockTrackerSet(tx, projectId))) throw new Refusal('project_not_found')
    const added = addNames(projectId, (await formsOf(tx, projectId)).forms, names)
    const originals = await countOriginals(tx, projectId)
    const result = {
      names: added.pseudonyms.map((pseudonym) => ({ pseudonym, found: null, sample: [] })),
      searched: null,
      originals,
    }
    if (preview)
      return new Answer(200, result, async ({ db, signal }) => {
        const counted = await countNames(db.reader, projectId, added, signal)
        return new Answer(200, { ...counted, originals })
      })
    await writeNames(tx, projectId, added)
    const pseudonyms = new Pseudonyms(projectId, added.forms)
    const label = await renameProject(tx, projectId, pseudonyms)
    await renameTrackers(tx, projectId, pseudonyms, jobs, backfill)
    await forgetAnswers(tx, projectId)
    await record(
      tx,
      actor,
      'project.pseudonymise',
      { type: 'project', id: projectId, label },
      { names: names.length },
    )
    await jobs.send(tx, walk, { projectId })
    return result
  })

/** Returns how many originals cannot be rewritten. */
async function countOriginals(tx: Reader, projectId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('sources')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('fileKey', 'is not', null)
    .where(({ eb, or }) => or([eb('mimeType', '<>', 'text/plain'), eb('status', '=', 'failed')]))
    .executeTakeFirstOrThrow()
  return count
}

/** Writes the names of a project, and begins the walk through its sources anew. */
async function writeNames(tx: Transaction, projectId: string, { forms }: Added): Promise<void> {
  await sql`
    insert into project_pseudonyms (project_id, form, words, pseudonym)
    select ${projectId}::uuid, form, words, pseudonym
    from unnest(
      ${forms.map(({ hash }) => hash)}::text[],
      ${forms.map(({ words }) => words)}::integer[],
      ${forms.map(({ pseudonym }) => pseudonym)}::text[]
    ) as name (form, words, pseudonym)
    on conflict do nothing`.execute(tx)
  await sql`
    with project as (
      update projects set names_revision = names_revision + 1 where id = ${projectId}::uuid returning id, names_revision
    )
    insert into pseudonymisations (project_id, revision, total)
    select id, names_revision, coalesce(queued + extracting + ready + failed, 0)
    from project left join source_counts on project_id = id
    on conflict (project_id) do update set revision = excluded.revision, last_source = null, done = 0,
      total = excluded.total, progressed_at = now()`.execute(tx)
}

/** Replaces names in the name and description of a project. @returns its name */
async function renameProject(tx: Transaction, id: string, names: Pseudonyms): Promise<string> {
  const before = await tx
    .selectFrom('projects')
    .select(['name', 'description'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [name, description] = [names.replaceIn(before.name), names.replaceIn(before.description)]
  if (name !== before.name || description !== before.description)
    await tx
      .updateTable('projects')
      .set({
        name: name.slice(0, 200).toWellFormed(),
        description: description.slice(0, 5000).toWellFormed(),
        version: sql<number>`version + 1`,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute()
  return name
}

/** A repeat of a call neither shows the names again nor does its work twice. */
async function forgetAnswers(tx: Transaction, projectId: string): Promise<void> {
  await sql`
    update idempotency_records set status = 409, body = null where position(${projectId}::text in body) > 0`.execute(
    tx,
  )
}
