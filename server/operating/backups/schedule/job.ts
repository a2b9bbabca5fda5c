import { sql } from 'kysely'
import { isTemporary } from '#database'
import type { Files } from '#files'
import { inHelperTurn, type Job, type JobContext } from '#platform'
import { noteErasures } from '../destination/erasures.ts'
import { BackupError } from '../error.ts'
import type { Done, Task } from '../process/messages.ts'
import { runBackup } from '../process/run.ts'

export type BackupJob = Job<{ backupId: string }>

/** How long the list shows failed backups. */
const failedForDays = 90

/**
 * Makes the backups that were queued. One that is interrupted, or loses its database, is tried again. One that fails is not: the
 * schedule queues another.
 */
export const createBackupJob = (task: Task, files: Files): BackupJob => ({
  name: 'backups.create',
  timeLimitSeconds: 24 * 60 * 60 - 1,
  retries: { limit: 5, delaySeconds: 1 },
  async run(context, { backupId }) {
    const { db, log, signal } = context
    const change = (values: object) =>
      db.reader.updateTable('backups').set(values).where('id', '=', backupId).execute()
    await change({ status: 'running', startedAt: sql`now()`, finishedAt: null, error: null })
    // Steps are written in their order, and never after the result.
    let steps: Promise<unknown> = Promise.resolve()
    const onStep = (step: string) => {
      steps = steps
        .then(() => change({ step }))
        .catch((error: unknown) => log.warn({ err: error, step }, 'step of the backup not recorded'))
    }
    try {
      const done = await inHelperTurn(() => runBackup(task, { db, files, signal, onStep }), { signal })
      await steps
      await change(valuesOf(done))
      await forget(context, done.kept)
      // In case the folder is a new one.
      await noteErasures(db.reader, task.to)
      if (done.leftover) log.warn({ reason: done.leftover }, 'files of removed backups remain')
      log.info({ name: done.name, bytes: done.bytes, writtenBytes: done.writtenBytes }, 'backup created')
    } catch (error) {
      await steps
      if (signal.aborted || isTemporary(error)) throw error
      log.error({ err: error }, 'backup failed')
      await change({ status: 'failed', finishedAt: sql`now()`, error: sentenceOf(error) })
    }
  },
  async giveUp({ db }, { backupId }) {
    await db.reader
      .updateTable('backups')
      .set({
        status: 'failed',
        finishedAt: sql`now()`,
        error: 'The server stopped or lost the database repeatedly during the backup.',
      })
      .where('id', '=', backupId)
      .where('finishedAt', 'is', null)
      .execute()
  },
})

const valuesOf = ({ name, bytes, writtenBytes }: Done) => ({
  status: 'succeeded',
  step: null,
  finishedAt: sql`now()`,
  // It got its name because it was intact.
  verifiedAt: sql`now()`,
  name,
  bytes,
  writtenBytes,
})

/** Forgets backups that are no longer there, and old failures. */
async function forget({ db }: JobContext, kept: string[]): Promise<void> {
  await sql`
    delete from backups
    where (status = 'succeeded' and name <> all (${kept}::text[]))
      or (status = 'failed' and created_at < now() - make_interval(days => ${failedForDays}))`.execute(
    db.reader,
  )
}

const sentenceOf = (error: unknown): string =>
  error instanceof BackupError ? error.message : `The backup failed: ${(error as Error).message}`
