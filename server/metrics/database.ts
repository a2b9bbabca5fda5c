import { setTimeout as wait } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#platform'

const answersWithinMs = 2000
const mostUnsealed = 10_000

/** From an index over what waits; pg-boss itself counts the rest every ten seconds. */
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

/** No transaction stays open for an hour: what is that much older than the newest sealed entry is sealed, too. */
const unsealed = `
  select count(*)::int as entries, coalesce(extract(epoch from now() - min(at)), 0)::float as oldest
  from (
    select entry.at
    from audit_log entry
    where entry.at > coalesce((select until from audit_seals order by number desc limit 1) - interval '1 hour', '-infinity')
      and not exists (select from audit_sealed_entries sealed where sealed.entry_id = entry.id)
    limit ${mostUnsealed}
  ) found`

interface Read {
  jobs: { name: string; active: number; failed: number; waiting: number; oldest: number }[]
  unsealed: { entries: number; oldest: number }
}

/**
 * Makes what asks the database before a scrape, in two short statements. It never takes longer than two seconds and
 * never fails: what the database did not tell in that time is left out.
 */
export function measureDatabase(registry: Registry, db: Database): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const up = gauge('aerie_database_up', 'Whether the database answered within two seconds')
  const waiting = gauge('aerie_jobs_waiting', 'Jobs that are due or wait for their time', ['queue'])
  const active = gauge('aerie_jobs_active', 'Jobs that run', ['queue'])
  const failed = gauge('aerie_jobs_failed', 'Jobs that failed for good within a day', ['queue'])
  const oldest = gauge('aerie_jobs_oldest_seconds', 'For how long the oldest job that is due waits', [
    'queue',
  ])
  const dead = gauge('aerie_jobs_dead_letters', 'Jobs that failed for good and wait to be looked at')
  const entries = gauge('aerie_audit_unsealed', `Audit entries without a seal, counted up to ${mostUnsealed}`)
  const since = gauge('aerie_audit_unsealed_oldest_seconds', 'The age of the oldest of these')
  const answers = oneAtATime(() => db.recognitionPool.query('select 1').then(() => true))
  const read = oneAtATime(() => readFrom(db))

  return async function readDatabase() {
    const [answered, found] = await Promise.all([inTime(answers()), inTime(read())])
    up.set(answered ? 1 : 0)
    for (const each of [waiting, active, failed, oldest]) each.reset()
    // A gauge without labels is removed: reset, it would stand at 0, as if all were well.
    for (const each of [dead, entries, since]) each.remove()
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
  }
}

/** On one of the connections that calls use: those by which people are recognised stay free. */
async function readFrom(db: Database): Promise<Read> {
  const client = await db.pool.connect()
  let failed = false
  try {
    await client.query(`begin read only; set local statement_timeout = ${answersWithinMs}`)
    const { rows: queues } = await client.query<Read['jobs'][number]>(jobs)
    const { rows: audit } = await client.query<Read['unsealed']>(unsealed)
    await client.query('commit')
    return { jobs: queues, unsealed: audit[0] ?? { entries: 0, oldest: 0 } }
  } catch (error) {
    failed = true
    throw error
  } finally {
    client.release(failed)
  }
}

/** Whoever asks while an answer is on its way gets that one: scrapes of a database that hangs do not pile up. */
function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined
    })
    return asked
  }
}

const inTime = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer.catch(() => undefined), wait(answersWithinMs, undefined, { ref: false })])
