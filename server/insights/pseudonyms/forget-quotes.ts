import { sql } from 'kysely'
import type { JobContext } from '#platform'
import { namesOf, type ProjectNames } from '../library/names.ts'

const rowsAtOnce = 100

/**
 * Deletes finished runs of a project that have a name in what they were asked or wrote, and the answers of models that other
 * finished runs keep for a retry. Removes the labels with names from the audit log.
 */
export async function forgetQuotes({ db, signal }: JobContext, projectId: string): Promise<void> {
  const names = await namesOf(db.reader, projectId)
  if (!names) return
  await forgetRuns()
  await forgetLabels()

  async function forgetRuns(): Promise<void> {
    for (let after: string | null = null; ; ) {
      signal.throwIfAborted()
      const { rows } = await sql<{ id: string }>`
        select id, input, message, output, error_message, endpoint_message from skill_runs
        where project_id = ${projectId}::uuid and finished_at is not null and (${after}::uuid is null or id > ${after}::uuid)
        order by id limit ${rowsAtOnce}`.execute(db.reader)
      if (rows.length === 0) return
      const ids = rows.map(({ id }) => id)
      await db.reader.deleteFrom('skillRunCalls').where('runId', 'in', ids).execute()
      const quoting = idsWith(names!, rows)
      if (quoting.length > 0) await db.reader.deleteFrom('skillRuns').where('id', 'in', quoting).execute()
      after = ids.at(-1)!
    }
  }

  async function forgetLabels(): Promise<void> {
    for (let after: string | null = null; ; ) {
      signal.throwIfAborted()
      const { rows } = await sql<{ id: string }>`
        select id, label from audit_log join audit_labels on entry_id = id
        where (details ->> 'projectId' = ${projectId} or target_id = ${projectId}::uuid) and (${after}::uuid is null or id > ${after}::uuid)
        order by id limit ${rowsAtOnce}`.execute(db.reader)
      if (rows.length === 0) return
      await sql`select forget_audit_labels(${idsWith(names!, rows)}::uuid[])`.execute(db.reader)
      after = rows.at(-1)!.id
    }
  }
}

const idsWith = ({ pseudonyms }: ProjectNames, rows: { id: string }[]): string[] =>
  rows.filter((row) => pseudonyms.occursIn(row)).map(({ id }) => id)
