import type { Database, Transaction } from '#database'
import type { Files } from '#files'
import type { Implementation, Job, Jobs, Log } from '#platform'
import { createCreate } from './create.ts'
import { noteErasures } from './destination/erasures.ts'
import { createList } from './list.ts'
import type { Task } from './process/messages.ts'
import { endCopy } from './process/online-copy.ts'
import { createBackupJob } from './schedule/job.ts'
import { startSchedule } from './schedule/queue.ts'

/** What the server makes backups with. `plan` is null if they are not configured. */
export interface Settings extends Omit<Task, 'to' | 'keep'> {
  plan: { to: string; at: string; keep: number } | null
  files: Files
}

export interface Backups {
  jobs: Job<never>[]
  createOperations(jobs: Jobs): Implementation[]
  /** Returns what has the erasures of patients noted beside the backups if a transaction commits. */
  noteErasures(jobs: Jobs): (tx: Transaction) => Promise<void>
  /** Starts the schedule, and returns the function that stops it. */
  start(db: Database, jobs: Jobs, log: Log): Promise<() => Promise<void>>
}

/** Creates the backups that the running server makes. */
export function createBackups({ plan, files, ...origin }: Settings): Backups {
  const job = plan && createBackupJob({ ...origin, to: plan.to, keep: plan.keep }, files)
  const noteJob: Job | null = plan && {
    name: 'backups.note_erasures',
    // Patients are erased on nodes without this folder, too.
    schedule: '25 * * * *',
    run: ({ db }) => noteErasures(db.reader, plan.to),
  }
  return {
    jobs: job && noteJob ? [job, noteJob] : [],
    noteErasures: (jobs) => async (tx) => {
      if (noteJob) await jobs.send(tx, noteJob, {})
    },
    createOperations: (jobs) => [createList(plan), createCreate(job && { jobs, job })],
    async start(db, jobs, log) {
      // What a killed server began would keep PostgreSQL's log forever.
      if (db.kind === 'embedded') await endCopy(db)
      return plan && job ? startSchedule(db, plan.at, { jobs, job }, log) : async () => {}
    },
  }
}
