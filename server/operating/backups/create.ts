import { record } from '#audit'
import { createBackup } from '#contract'
import { implement, type Jobs, Refusal } from '#platform'
import { backupsIn } from './schedule/backup-rows.ts'
import type { BackupJob } from './schedule/job.ts'
import { queueBackup } from './schedule/queue.ts'

/** @param queue null if backups are not configured */
export const createCreate = (queue: { jobs: Jobs; job: BackupJob } | null) =>
  implement(createBackup, async ({ tx, actor }) => {
    if (!queue)
      throw new Refusal('backups_not_configured', 'Set BACKUP_TO on the server to a folder for backups.')
    const id = await queueBackup(tx, queue, actor.userId)
    if (!id) throw new Refusal('backup_running', 'Wait until the current backup has finished.')
    await record(tx, actor, 'backup.create', { type: 'backup', id, label: 'backup' })
    return backupsIn(tx).where('backups.id', '=', id).executeTakeFirstOrThrow()
  })
