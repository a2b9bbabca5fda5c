import { sql } from 'kysely'
import type { Database, Transaction } from '#database'
import { type Jobs, type Log, newId, repeat } from '#platform'
import { timeZoneOf } from './backup-rows.ts'
import type { BackupJob } from './job.ts'
import { lastDue } from './times.ts'

const everyMs = 30_000
/** How long after a failed backup the next one is made. */
const retryAfterMs = 60 * 60 * 1000

/** Queues a backup and returns its id, or null if one is queued or running. */
export async function queueBackup(
  tx: Transaction,
  { jobs, job }: { jobs: Jobs; job: BackupJob },
  requestedBy: string | null,
): Promise<string | null> {
  // An open one whose job was lost, such as by clearing the queue, must not prevent all others.
  await sql`update backups set status = 'failed', finished_at = now(), error = 'The backup was interrupted.'
    where finished_at is null and created_at < now() - interval '5 days'`.execute(tx)
  const added = await tx
    .insertInto('backups')
    .values({ id: newId(), requestedBy })
    .onConflict((conflict) => conflict.expression(sql`(true)`).where('finishedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return null
  await jobs.send(tx, job, { backupId: added.id })
  return added.id
}

/**
 * Queues scheduled backups, on one of the nodes: also one that was due while all were stopped, and the first one. Returns
 * the function that stops it.
 */
export function startSchedule(
  db: Database,
  at: string,
  queue: { jobs: Jobs; job: BackupJob },
  log: Log,
): () => Promise<void> {
  async function check(): Promise<void> {
    if (!(await isDue(db, at))) return
    await db.transaction(async (tx) => {
      // Another node may have queued it, and even have finished it, meanwhile.
      await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx)
      if (await isDue({ reader: tx }, at)) await queueBackup(tx, queue, null)
    })
  }
  return repeat({ what: 'the check whether a backup is due', log, everyMs, firstAfterMs: 0 }, check)
}

/** Any number that nothing else in this database locks. */
const advisoryLock = 0x6261636b7570

/** Returns whether the last backup that was due is missing. One that failed is repeated, but not immediately. */
async function isDue({ reader }: Pick<Database, 'reader'>, at: string): Promise<boolean> {
  const { now, succeeded, tried } = await reader
    .selectNoFrom((eb) => [
      sql<string>`clock_timestamp()::timestamptz(3)`.as('now'),
      eb
        .selectFrom('backups')
        .where('status', '=', 'succeeded')
        .select(({ fn }) => fn.max('startedAt').as('at'))
        .as('succeeded'),
      eb
        .selectFrom('backups')
        .select(({ fn }) => fn.max('createdAt').as('at'))
        .as('tried'),
    ])
    .executeTakeFirstOrThrow()
  const instant = Date.parse(now)
  const due = lastDue({ at, timeZone: await timeZoneOf(reader) }, instant)
  if (succeeded && Date.parse(succeeded) >= due) return false
  return !tried || Date.parse(tried) < Math.max(due, instant - retryAfterMs)
}
