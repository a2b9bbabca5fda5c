import { setMaxListeners } from 'node:events'
import { CompiledQuery } from 'kysely'
import { type Job as BossJob, type Db, PgBoss, type QueueOptions } from 'pg-boss'
import { afterCommit } from './database/after-commit.ts'
import type { Database, Transaction } from './database/database.ts'
import { violatedConstraint } from './database/retrying.ts'
import type { Log } from './log.ts'
import { watchQueue } from './queue-outages.ts'

/** Background work. It may run twice, even simultaneously, so it must be idempotent. */
export interface Job<Data extends object = object> {
  /** Such as `audit.seal`. */
  name: string
  /** Five cron fields, UTC. Jobs without a schedule are sent. */
  schedule?: string
  /**
   * After this it counts as failed and is retried; six hours by default. It is long because a slow machine is no reason to
   * begin again: jobs of killed nodes are noticed by their missing heartbeats, and work on untrusted content has limits of its own.
   */
  timeLimitSeconds?: number
  /** How many one node runs simultaneously; 1 by default. */
  concurrency?: number
  /** The number of retries and the delay before the first. By default 5 retries, after 5 s and then increasing delays. */
  retries?: { limit: number; delaySeconds: number }
  /**
   * Runs up to `most` of those that are waiting together, and never waits for more. If the run fails, or its process is
   * killed, `alone` runs each by itself, with its own retries.
   */
  together?: { most: number; alone: Job<Data> }
  run(context: JobContext, ...data: Data[]): Promise<void>
  /**
   * Called when all retries failed, even if the process was killed each time. Called again until it resolves.
   */
  giveUp?(context: JobContext, data: Data): Promise<void>
}

export interface JobContext {
  db: Database
  log: Log
  /** Aborted at the time limit and when the node stops. Another node, or the next start, then runs it immediately. */
  signal: AbortSignal
}

export interface Jobs {
  /** Queues a job for each `data` if and only if `tx` commits. A free node starts it immediately. */
  send<Data extends object>(tx: Transaction, job: Job<Data>, ...data: Data[]): Promise<void>
  /** Takes no more jobs, aborts the running ones and waits up to 5 s for them. */
  stop(): Promise<void>
}

/** The queue of jobs without `giveUp` whose retries all failed. An operator has to look at them. */
const deadLetters = 'dead_letters'
const stopWithinMs = 5000
/** A job without a heartbeat for this long counts as killed. */
const heartbeatTimeoutSeconds = 20
const heartbeatEverySeconds = 5
const superviseEverySeconds = 10
const pollEverySeconds = 2
const deleteAfterSeconds = 24 * 60 * 60

/** Starts running `jobs` from a queue in the same database, which all nodes share. */
export async function startJobs(jobs: Job<never>[], context: Omit<JobContext, 'signal'>): Promise<Jobs> {
  const { db, log } = context
  const watched = watchQueue(log, (text, values) => db.pool.queryForLibrary(text, values))
  const boss = new PgBoss({
    db: watched.db,
    ...(db.kind === 'embedded' && { backend: 'pglite' }),
    superviseIntervalSeconds: superviseEverySeconds,
    monitorIntervalSeconds: superviseEverySeconds,
  })
  boss.on('error', watched.onError)
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'))
  await startBoss(boss)
  await boss.createQueue(deadLetters)
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const wakers = new Map<string, () => void>()
  const running = new Set<string>()
  const send: Jobs['send'] = async (tx, job, ...data) => {
    const each = data.map((data) => ({ data }))
    await boss.insert(job.name, each, { db: inTransaction(tx) })
    afterCommit(tx, () => wakers.get(job.name)?.())
  }
  for (const job of (jobs as Job[]).map((job) => sendingAlone(job, send))) {
    await makeQueues(boss, job)
    if (db.kind === 'embedded') await retryKilledJobs(boss, db, job.name)
    wakers.set(job.name, await work(boss, job, { context, running, stopping: stopping.signal }))
  }

  return {
    send,
    async stop() {
      const interrupted = [...running]
      // If the database is unavailable, they are retried later like the jobs of a killed node.
      const warn = (error: unknown) =>
        log.warn({ err: error }, 'interrupted jobs cannot be retried immediately')
      if (interrupted.length > 0) await allowRetry(db, interrupted).catch(warn)
      stopping.abort()
      await boss.stop({ graceful: true, timeout: stopWithinMs })
      if (interrupted.length > 0) await retryNow(db, interrupted).catch(warn)
    },
  }
}

/** Makes a job that runs together send what it gives up to its other: pg-boss would never give up what it moves there itself. */
function sendingAlone(job: Job, send: Jobs['send']): Job {
  const { together } = job
  if (!together) return job
  return { ...job, giveUp: ({ db }, data) => db.transaction((tx) => send(tx, together.alone, data)) }
}

/**
 * Starts pg-boss, which creates its schema. Of nodes that first start simultaneously, one can fail because PostgreSQL does
 * not see in time that `create schema if not exists` has become unnecessary.
 */
async function startBoss(boss: PgBoss): Promise<void> {
  try {
    await boss.start()
  } catch (error) {
    if (violatedConstraint(error) !== 'pg_namespace_nspname_index') throw error
    await boss.start()
  }
}

async function makeQueues(
  boss: PgBoss,
  { name, timeLimitSeconds = 6 * 3600, retries, giveUp, together }: Job,
): Promise<void> {
  const { limit, delaySeconds } = together ? noRetries : (retries ?? { limit: 5, delaySeconds: 5 })
  const settings = {
    expireInSeconds: timeLimitSeconds,
    heartbeatSeconds: heartbeatTimeoutSeconds,
    retryLimit: limit,
    retryDelay: delaySeconds,
    ...(delaySeconds > 0 && { retryBackoff: true, retryDelayMax: 600 }),
    deleteAfterSeconds,
  }
  if (giveUp) {
    const untilItResolves = { ...settings, retryLimit: 10_000, deadLetter: deadLetters }
    await makeQueue(boss, givenUp(name), untilItResolves)
  }
  await makeQueue(boss, name, { ...settings, deadLetter: giveUp ? givenUp(name) : deadLetters })
}

const noRetries = { limit: 0, delaySeconds: 0 }

const givenUp = (name: string): string => `${name}.given_up`

async function makeQueue(boss: PgBoss, name: string, settings: QueueOptions & { deadLetter: string }) {
  await boss.createQueue(name, settings)
  // An existing queue may have the settings of an earlier version.
  await boss.updateQueue(name, settings)
  // Sends nothing, but makes pg-boss cache the queue's settings. The first real `send` would otherwise query them outside
  // its open transaction. `getQueue` does not cache them.
  await boss.insert(name, [])
}

interface Work {
  context: Omit<JobContext, 'signal'>
  /** Ids of the jobs that run here. */
  running: Set<string>
  stopping: AbortSignal
}

/** Starts the workers of a job and returns the function that makes them poll immediately. */
async function work(boss: PgBoss, job: Job, { context, running, stopping }: Work): Promise<() => void> {
  const workers: string[] = []
  for (let n = 0; n < (job.concurrency ?? 1); n++) {
    workers.push(
      await boss.work(
        job.name,
        { ...options, batchSize: job.together?.most ?? 1 },
        performer('run', () => workers[n]),
      ),
    )
  }
  if (job.giveUp) {
    const worker: string = await boss.work(
      givenUp(job.name),
      options,
      performer('giveUp', () => worker),
    )
  }
  if (job.schedule) await boss.schedule(job.name, job.schedule)
  return () => {
    for (const worker of workers) boss.notifyWorker(worker)
  }

  function performer(step: 'run' | 'giveUp', ownWorker: () => string | undefined) {
    return async (taken: BossJob<object | null>[]) => {
      const ids = taken.map(({ id }) => id)
      for (const id of ids) running.add(id)
      const signal = AbortSignal.any([...taken.map(({ signal }) => signal), stopping])
      try {
        const data = taken.map(({ data }) => data ?? {})
        if (step === 'run') await job.run({ ...context, signal }, ...data)
        else await job.giveUp?.({ ...context, signal }, data[0]!)
      } catch (error) {
        if (!stopping.aborted)
          context.log.error({ err: error, job: job.name, step, jobIds: ids }, 'job failed')
        throw error
      } finally {
        for (const id of ids) running.delete(id)
        // Starts the next jobs immediately as well.
        boss.notifyWorker(ownWorker() ?? '')
      }
    }
  }
}

const options = {
  pollingIntervalSeconds: pollEverySeconds,
  heartbeatRefreshSeconds: heartbeatEverySeconds,
}

/** Only one process uses an embedded database, so a job that is active at the start was killed with an earlier one. */
async function retryKilledJobs(boss: PgBoss, db: Database, name: string): Promise<void> {
  for (const queue of [name, givenUp(name)]) {
    const { rows } = await db.pool.query<{ id: string }>(
      `select id from pgboss.job where name = $1 and state = 'active'`,
      [queue],
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) continue
    await boss.fail(queue, ids, { message: 'The server was killed' })
    await retryNow(db, ids)
  }
}

/** An interruption does not count as a failed attempt. */
async function allowRetry(db: Database, ids: string[]): Promise<void> {
  await db.pool.query('update pgboss.job set retry_limit = retry_limit + 1 where id = any ($1)', [ids])
}

async function retryNow(db: Database, ids: string[]): Promise<void> {
  await db.pool.query(`update pgboss.job set start_after = now() where id = any ($1) and state = 'retry'`, [
    ids,
  ])
}

function inTransaction(tx: Transaction): Db {
  return {
    async executeSql(text, values = []) {
      const { rows } = await tx.withoutPlugins().executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}
