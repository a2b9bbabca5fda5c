import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#database'
import { createOutageLog, type Log } from '#platform'
import { inTime, oneAtATime } from '../service.ts'

/** In milliseconds: an answer that takes longer comes too late for `inTime`. */
const statementTimeout = 2000
const mostUnsealed = 10_000

/** Counts waiting jobs with an index; pg-boss itself counts the rest every ten seconds. */
const jobs = `
  select queue.name, queue.active_count as active, queue.failed_count as failed,
         coalesce(open.waiting, 0) as waiting, coalesce(open.oldest, 0) as oldest
  from pgboss.queue
  left join (
    select name, count(*)::int as waiting,
           extract(epoch from now() - min(start_after) filter (where start_after <= now()))::float as oldest
    from pgboss.job
    where state < 'active' and not blocked
    group by name
  ) open using (name)
  where queue.name not like '\\_\\_%'`

/** No transaction stays open for an hour, so entries that much older than the newest sealed one are all sealed. */
const unsealed = `
  select count(*)::int as entries, coalesce(extract(epoch from now() - min(at)), 0)::float as oldest
  from (
    select entry.at
    from audit_log entry
    where entry.at > coalesce((select until from audit_seals order by number desc limit 1) - interval '1 hour', '-infinity')
      and not exists (select from audit_sealed_entries sealed where sealed.entry_id = entry.id)
    limit ${mostUnsealed}
  ) found`

/** Seconds since 1970; 0 before the first. */
const lastBackup = `
  select coalesce(extract(epoch from max(started_at)), 0)::float as at from backups where status = 'succeeded'`

interface Read {
  jobs: { name: string; active: number; failed: number; waiting: number; oldest: number }[]
  unsealed: { entries: number; oldest: number }
  lastBackup: number | undefined
}

interface Parts {
  db: Database
  log: Log
  databaseAnswers(): Promise<boolean>
  makesBackups: boolean
}

/**
 * Creates the function that queries the database before a scrape, with a few short statements. It takes at most two seconds
 * and never fails: missing values are left out.
 */
export function measureDatabase(
  registry: Registry,
  { db, log, databaseAnswers, makesBackups }: Parts,
): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const up = gauge('aerie_database_up', 'Whether the database answered within two seconds')
  const waiting = gauge('aerie_jobs_waiting', 'Jobs that are due or scheduled', ['queue'])
  const active = gauge('aerie_jobs_active', 'Running jobs', ['queue'])
  const failed = gauge('aerie_jobs_failed', 'Jobs that failed permanently within a day', ['queue'])
  const oldest = gauge('aerie_jobs_oldest_seconds', 'Waiting time of the oldest due job', ['queue'])
  const dead = gauge('aerie_jobs_dead_letters', 'Permanently failed jobs that need attention')
  const entries = gauge('aerie_audit_unsealed', `Audit entries without a seal, counted up to ${mostUnsealed}`)
  const since = gauge('aerie_audit_unsealed_oldest_seconds', 'Age of the oldest audit entry without a seal')
  const backup = gauge(
    'aerie_backup_last_success_timestamp_seconds',
    'When the last successful backup began, in seconds since 1970; 0 before the first',
  )
  const outage = createOutageLog(log, 'metrics could not be read', 'metrics can be read again')
  const read = oneAtATime(async () => {
    try {
      const found = await readFrom(db, makesBackups)
      outage.worked()
      return found
    } catch (error) {
      outage.failed(error)
    }
  })

  return async function readDatabase() {
    const [answered, found] = await Promise.all([databaseAnswers(), inTime(read())])
    up.set(answered ? 1 : 0)
    for (const each of [waiting, active, failed, oldest]) each.reset()
    // Gauges without labels are removed: a reset would set them to 0, which means all is well.
    for (const each of [dead, entries, since, backup]) each.remove()
    if (!found) return
    for (const { name: queue, ...job } of found.jobs) {
      if (queue === 'dead_letters') {
        dead.set(job.waiting)
        continue
      }
      waiting.set({ queue }, job.waiting)
      active.set({ queue }, job.active)
      failed.set({ queue }, job.failed)
      oldest.set({ queue }, job.oldest)
    }
    entries.set(found.unsealed.entries)
    since.set(found.unsealed.oldest)
    if (found.lastBackup !== undefined) backup.set(found.lastBackup)
  }
}

/** Uses a connection for calls, so that those for authentication stay free. */
function readFrom(db: Database, makesBackups: boolean): Promise<Read> {
  return db.pool.lend(async (client) => {
    await client.query(`begin read only; set local statement_timeout = ${statementTimeout}`)
    const { rows: queues } = await client.query<Read['jobs'][number]>(jobs)
    const { rows: audit } = await client.query<Read['unsealed']>(unsealed)
    const { rows: backups } = makesBackups ? await client.query<{ at: number }>(lastBackup) : { rows: [] }
    await client.query('commit')
    return { jobs: queues, unsealed: audit[0] ?? { entries: 0, oldest: 0 }, lastBackup: backups[0]?.at }
  })
}
