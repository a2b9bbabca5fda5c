import type { Database } from '#database'
import type { CopyEnd, CopyStep } from './messages.ts'

const slot = 'aerie_backup'

/**
 * Performs a step of copying the embedded database, between other statements. From `begin` to `end`, PostgreSQL writes
 * whole pages to its log; from `begin` to `release`, a replication slot keeps all of that log.
 */
export async function performStep({ pool }: Database, step: CopyStep): Promise<CopyEnd | null> {
  if (step === 'begin') {
    await endCopy({ pool })
    await pool.query('select pg_create_physical_replication_slot($1, true)', [slot])
    await pool.query(`select pg_backup_start('aerie', fast => true)`)
    return null
  }
  if (step === 'end') {
    const { rows } = await pool.query<CopyEnd>(
      `select labelfile as label, pg_walfile_name(lsn) as "lastSegment" from pg_backup_stop(wait_for_archive => false)`,
    )
    return rows[0] ?? null
  }
  await dropSlot({ pool })
  return null
}

/** Ends what an interrupted copy began. */
export async function endCopy({ pool }: Pick<Database, 'pool'>): Promise<void> {
  // Fails if there is nothing to end.
  await pool.query('select pg_backup_stop(wait_for_archive => false)').catch(() => {})
  await dropSlot({ pool })
}

const dropSlot = ({ pool }: Pick<Database, 'pool'>) =>
  pool.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [
    slot,
  ])
