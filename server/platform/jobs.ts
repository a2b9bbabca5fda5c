import { setMaxListeners } from 'node:events'
import { CompiledQuery } from 'kysely'
import { type Db, PgBoss, type QueueOptions } from 'pg-boss'
import { afterCommit } from './database/after-commit.ts'
import type { Database, Transaction } from './database/database.ts'
import type { Log } from './log.ts'

/** Work that no request waits for. It may run twice, also at the same time, so running it again must be harmless. */
export interface Job<Data extends object = object> {
  /** `audit.seal`. */
  name: string
  /** Five cron fields, UTC; jobs without one are sent. */
  schedule?: string
  /** After this it counts as failed and is tried again. */
  timeLimitSeconds: number
  /** How many of it one node runs at once; one unless given. */
  concurrency?: number
  /** How often it is tried again, and after how long for the first time: five times, after 5 s and then longer each time. */
  retries?: { limit: number; delaySeconds: number }
  run(context: JobContext, data: Data): Promise<void>
  /**
   * Called when it has failed for good, also where it was killed each time: once at least, and again until it resolves.
   */
  giveUp?(context: JobContext, data: Data): Promise<void>
}

export interface JobContext {
  db: Database
  log: Log
  /** Aborted at the time limit, and when the node stops: another node, or the next start, then runs it again at once. */
  signal: AbortSignal
}

export interface Jobs {
  /** Queues a job for each `data` such that it exists exactly when `tx` commits. A free node begins at once. */
  send<Data extends object>(tx: Transaction, job: Job<Data>, ...data: Data[]): Promise<void>
  /** Takes no more jobs, aborts those that run, and waits a little for them to end. */
  stop(): Promise<void>
}

/** Jobs that failed for good, and have nothing to do about it, wait here to be looked at. */
const deadLetters = 'dead_letters'
const stopWithinMs = 5000
/** A node that says nothing of a job for so long is taken for dead. */
const silenceSeconds = 20
const heardEverySeconds = 5
const looksForSilenceEverySeconds = 10
const looksForJobsEverySeconds = 2
const doneKeptSeconds = 24 * 60 * 60

/** Starts working off `jobs`, on a queue in the same database. Nodes share the work. */
export async function startJobs(jobs: Job<never>[], context: Omit<JobContext, 'signal'>): Promise<Jobs> {
  const { db, log } = context
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.pool.queryForLibrary(text, values) },
    ...(db.kind === 'embedded' && { backend: 'pglite' }),
    superviseIntervalSeconds: looksForSilenceEverySeconds,
    monitorIntervalSeconds: looksForSilenceEverySeconds,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue complains'))
  await boss.start()
  await boss.createQueue(deadLetters)
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const wakers = new Map<string, () => void>()
  const running = new Set<string>()
  for (const job of jobs as Job[]) {
    await makeQueues(boss, job)
    if (db.kind === 'embedded') await takeUpWhatWasKilled(boss, db, job.name)
    wakers.set(job.name, await work(boss, job, { context, running, stopping: stopping.signal }))
  }

  return {
    async send(tx, job, ...data) {
      const each = data.map((data) => ({ data }))
      await boss.insert(job.name, each, { db: inTransaction(tx) })
      afterCommit(tx, () => wakers.get(job.name)?.())
    },
    async stop() {
      const interrupted = [...running]
      // Where the database is gone, they are taken up later as those of a node that was killed.
      const unlessGone = (error: unknown) =>
        log.warn({ err: error }, 'interrupted jobs are not taken up at once')
      if (interrupted.length > 0) await forgive(db, interrupted).catch(unlessGone)
      stopping.abort()
      await boss.stop({ graceful: true, timeout: stopWithinMs })
      if (interrupted.length > 0) await retryNow(db, interrupted).catch(unlessGone)
    },
  }
}

async function makeQueues(boss: PgBoss, { name, timeLimitSeconds, retries, giveUp }: Job): Promise<void> {
  const { limit, delaySeconds } = retries ?? { limit: 5, delaySeconds: 5 }
  const settings = {
    expireInSeconds: timeLimitSeconds,
    heartbeatSeconds: silenceSeconds,
    retryLimit: limit,
    retryDelay: delaySeconds,
    ...(delaySeconds > 0 && { retryBackoff: true, retryDelayMax: 600 }),
    deleteAfterSeconds: doneKeptSeconds,
  }
  if (giveUp) {
    const untilItResolves = { ...settings, retryLimit: 10_000, deadLetter: deadLetters }
    await makeQueue(boss, givenUp(name), untilItResolves)
  }
  await makeQueue(boss, name, { ...settings, deadLetter: giveUp ? givenUp(name) : deadLetters })
}

const givenUp = (name: string): string => `${name}.given_up`

async function makeQueue(boss: PgBoss, name: string, settings: QueueOptions & { deadLetter: string }) {
  await boss.createQueue(name, settings)
  // One that was there has the settings of an earlier version.
  await boss.updateQueue(name, settings)
  // Sends nothing, and makes pg-boss read and keep the queue's settings: left to the first real `send`, that would be a
  // query beside an open transaction. `getQueue` does not keep them.
  await boss.insert(name, [])
}

interface Work {
  context: Omit<JobContext, 'signal'>
  /** Ids of the jobs that run here. */
  running: Set<string>
  stopping: AbortSignal
}

/** Gives what makes the workers look for jobs at once. */
async function work(boss: PgBoss, job: Job, { context, running, stopping }: Work): Promise<() => void> {
  const workers: string[] = []
  for (let n = 0; n < (job.concurrency ?? 1); n++) {
    workers.push(
      await boss.work(
        job.name,
        options,
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
    return async (taken: Taken[]) => {
      for (const { id, data, signal } of taken) {
        running.add(id)
        try {
          await job[step]?.({ ...context, signal: AbortSignal.any([signal, stopping]) }, data ?? {})
        } catch (error) {
          if (!stopping.aborted)
            context.log.error({ err: error, job: job.name, step, jobId: id }, 'a job failed')
          throw error
        } finally {
          running.delete(id)
          // The next one is begun at once, too.
          boss.notifyWorker(ownWorker() ?? '')
        }
      }
    }
  }
}

interface Taken {
  id: string
  data: object | null
  signal: AbortSignal
}

const options = {
  pollingIntervalSeconds: looksForJobsEverySeconds,
  heartbeatRefreshSeconds: heardEverySeconds,
}

/** Nobody else has an embedded database open: a job that is said to run was killed with the process that ran it. */
async function takeUpWhatWasKilled(boss: PgBoss, db: Database, name: string): Promise<void> {
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

/** Being interrupted is not a failure, not even of the last attempt. */
async function forgive(db: Database, ids: string[]): Promise<void> {
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
