import { CompiledQuery } from 'kysely'
import { type Db, PgBoss } from 'pg-boss'
import type { Database, Transaction } from './database/database.ts'
import type { Log } from './log.ts'

/** Work that no request waits for. It may run twice, so running it again must be harmless. */
export interface Job<Data extends object = object> {
  /** `audit.seal`. */
  name: string
  /** Five cron fields, UTC; jobs without one are sent. */
  schedule?: string
  /** After this it counts as failed and is tried again. */
  timeLimitSeconds: number
  run(context: JobContext, data: Data): Promise<void>
}

export interface JobContext {
  db: Database
  log: Log
}

export interface Jobs {
  /** Queues a job such that it exists exactly when `tx` commits. */
  send<Data extends object>(tx: Transaction, job: Job<Data>, data: Data): Promise<void>
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>
}

const stopWithinMs = 20_000
/** Jobs that failed for good wait here to be looked at. */
const deadLetters = 'dead_letters'

/** Starts working off `jobs`, on a queue in the same database. Nodes share the work. */
export async function startJobs(jobs: Job<never>[], context: JobContext): Promise<Jobs> {
  const { db, log } = context
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.pool.queryForLibrary(text, values) },
    ...(db.kind === 'embedded' && { backend: 'pglite' }),
  })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue complains'))
  await boss.start()
  await boss.createQueue(deadLetters)
  for (const job of jobs) await startJob(boss, job as Job, context)

  return {
    async send(tx, job, data) {
      await boss.send(job.name, data, { db: inTransaction(tx) })
    },
    stop: () => boss.stop({ graceful: true, timeout: stopWithinMs }),
  }
}

async function startJob(boss: PgBoss, job: Job, context: JobContext): Promise<void> {
  await boss.createQueue(job.name, {
    expireInSeconds: job.timeLimitSeconds,
    heartbeatSeconds: 30,
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    deadLetter: deadLetters,
  })
  // Sends nothing, and makes pg-boss read and keep the queue's settings: left to the first real `send`, that would be a
  // query beside an open transaction. `getQueue` does not keep them.
  await boss.insert(job.name, [])
  if (job.schedule) await boss.schedule(job.name, job.schedule)
  await boss.work(job.name, { pollingIntervalSeconds: 2 }, async (taken) => {
    for (const { id, data } of taken) {
      try {
        await job.run(context, data ?? {})
      } catch (error) {
        context.log.error({ err: error, job: job.name, jobId: id }, 'a job failed')
        throw error
      }
    }
  })
}

function inTransaction(tx: Transaction): Db {
  return {
    async executeSql(text, values = []) {
      const { rows } = await tx.withoutPlugins().executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}
