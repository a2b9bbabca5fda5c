import { sql } from 'kysely'
import type { Database, Transaction } from '#database'
import type { Job, Jobs } from '#platform'
import { isBuiltIn } from '../built-in.ts'
import { timedOut, timeLimit } from './attempt.ts'
import type { RunJobs } from './begin.ts'

const atOnce = 100
/** A run may also wait this long because of many others; a second job is harmless. */
const waitsAtMost = sql`interval '10 minutes'`
const silentAtMost = sql`interval '1 minute'`

/** Restarts runs whose job was lost, and times out runs that nobody works on. */
export function createSweep(runJobs: RunJobs, jobs: () => Jobs | undefined): Job {
  return {
    name: 'skills.sweep_runs',
    schedule: '* * * * *',
    async run({ db }) {
      const known = jobs()
      // The jobs are not known while the node is starting.
      if (known) await sweep(db, runJobs, known)
    },
  }
}

export async function sweep(db: Database, runJobs: RunJobs, jobs: Jobs): Promise<void> {
  await db.reader
    .updateTable('skillRuns')
    .set({ ...timedOut, status: 'timed_out', attempt: null, finishedAt: sql<string>`now()` })
    .where('finishedAt', 'is', null)
    .where(sql<boolean>`started_at < now() - ${timeLimit} - interval '5 seconds'`)
    .execute()
  await db.transaction((tx) => sendAgain(tx, runJobs, jobs))
}

async function sendAgain(tx: Transaction, runJobs: RunJobs, jobs: Jobs): Promise<void> {
  const lost = await tx
    .selectFrom('skillRuns')
    .select(['id', 'skill'])
    .where((run) =>
      run.or([
        sql<boolean>`status = 'queued' and sent_at < now() - ${waitsAtMost}`,
        sql<boolean>`status = 'running' and seen_at < now() - ${silentAtMost} and sent_at < now() - ${silentAtMost}`,
      ]),
    )
    .orderBy('id')
    .limit(atOnce)
    .forUpdate()
    .skipLocked()
    .execute()
  if (lost.length === 0) return
  const ids = lost.map(({ id }) => id)
  await tx.updateTable('skillRuns').set({ sentAt: sql<string>`now()` }).where('id', 'in', ids).execute()
  for (const [builtIn, runs] of Map.groupBy(lost, ({ skill }) => isBuiltIn(skill)))
    await jobs.send(tx, runJobs.jobOf({ builtIn }), ...runs.map(({ id }) => ({ runId: id })))
}
