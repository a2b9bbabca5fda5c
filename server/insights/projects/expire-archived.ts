import { type RawBuilder, sql } from 'kysely'
import { operator } from '#audit'
import type { Transaction } from '#database'
import type { QueueEmail } from '#mail'
import { type Job, type Jobs, newId } from '#platform'
import { archivedProjectsEmail } from './archived-email.ts'
import { deleteProjects } from './delete.ts'
import type { RemoveProjectJob } from './remove.ts'

/** Also the most that an email lists. */
const projectsAtOnce = 50

interface Services {
  removal: RemoveProjectJob
  /** The jobs are not known while the node is starting. */
  jobs(): Jobs | undefined
  /** Null if email is not configured: pages still show the announcement. */
  queueEmail: QueueEmail | null
}

/**
 * Announces 14 days before that archived projects will be deleted, and deletes those whose day has come. Each is announced and
 * deleted once, even by two nodes simultaneously.
 */
export const createExpireArchived = ({ removal, jobs, queueEmail }: Services): Job => ({
  name: 'projects.expire_archived',
  schedule: '5 4 * * *',
  async run({ db, log, signal }) {
    const known = jobs()
    if (!known) return
    const repeat = async (some: (tx: Transaction) => Promise<number>) => {
      let total = 0
      for (let count = projectsAtOnce; count === projectsAtOnce; total += count) {
        signal.throwIfAborted()
        count = await db.transaction(some)
      }
      return total
    }
    const announced = await repeat((tx) => announceSome(tx, queueEmail))
    const deleted = await repeat((tx) => deleteSome(tx, { jobs: known, removal }))
    if (announced + deleted > 0) log.info({ announced, deleted }, 'archived projects announced and deleted')
  },
})

/** Returns how many projects were announced. */
async function announceSome(tx: Transaction, queueEmail: QueueEmail | null): Promise<number> {
  await holdRetention(tx)
  const ids = await lockSome(tx, sql`deletion_announced_at is null and deletion_is_near(archived_at)`)
  if (ids.length === 0) return 0
  await tx
    .updateTable('projects')
    .set({ deletionAnnouncedAt: sql<string>`now()` })
    .where('id', 'in', ids)
    .execute()
  if (queueEmail) {
    const recipients = await recipientsOf(tx, ids)
    await queueEmail(tx, archivedProjectsEmail, ...recipients.map((one) => ({ id: newId(), ...one })))
  }
  return ids.length
}

/** Returns how many projects were deleted. */
async function deleteSome(
  tx: Transaction,
  services: { jobs: Jobs; removal: RemoveProjectJob },
): Promise<number> {
  const { months, today } = await holdRetention(tx)
  const ids = await lockSome(tx, sql`deleted_on(archived_at, deletion_announced_at) <= ${today}::date`)
  const reason = `archived for ${months} ${months === 1 ? 'month' : 'months'}`
  return deleteProjects(tx, operator, { ids, reason }, services)
}

/** Reads the settings. A change of them waits, and then also withdraws what is announced meanwhile. */
const holdRetention = (tx: Transaction) =>
  tx
    .selectFrom('settings')
    .select(sql<number | null>`(retention ->> 'archivedProjectsMonths')::integer`.as('months'))
    .select(sql<string>`(now() at time zone time_zone)::date`.as('today'))
    .forShare()
    .executeTakeFirstOrThrow()

/** Locks some projects that meet a condition. It is checked again for those that were being changed: they may be restored. */
async function lockSome(tx: Transaction, condition: RawBuilder<unknown>): Promise<string[]> {
  const projects = await tx
    .selectFrom('projects')
    .select('id')
    .where('deletedAt', 'is', null)
    .where(condition as RawBuilder<boolean>)
    .orderBy('id')
    .limit(projectsAtOnce)
    .forUpdate()
    .execute()
  return projects.map(({ id }) => id)
}

/** Returns the owner, the admins and those whom a project names as editors, each with their projects. */
async function recipientsOf(tx: Transaction, ids: string[]) {
  const { rows } = await sql<{ userId: string; projectIds: string[] }>`
    select user_id, array_agg(project.id) as project_ids
    from visible_projects project join users on users.id = user_id
    where project.id = any (${ids}::uuid[]) and level = 'edit' and kind = 'person'
      and (role <> 'member' or project.access -> 'members' ->> user_id::text = 'edit')
    group by user_id`.execute(tx)
  return rows
}
