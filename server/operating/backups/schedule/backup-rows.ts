import { sql } from 'kysely'
import type { Backup } from '#contract'
import type { Reader } from '#database'

/** Selects backups as the API returns them. */
export const backupsIn = (tx: Reader) =>
  tx
    .selectFrom('backups')
    .leftJoin('users', 'users.id', 'backups.requestedBy')
    .select([
      'backups.id',
      'backups.status',
      'step',
      'backups.createdAt',
      'startedAt',
      'finishedAt',
      'verifiedAt',
      'backups.name',
      'bytes',
      'writtenBytes',
      'error',
      sql<Backup['requestedBy']>`case when users.id is not null
        then json_build_object('id', users.id, 'name', users.name) end`.as('requestedBy'),
    ])
    .$narrowType<Pick<Backup, 'status' | 'step'>>()

/** Returns the organisation's time zone. */
export async function timeZoneOf(reader: Reader): Promise<string> {
  const { timeZone } = await reader.selectFrom('settings').select('timeZone').executeTakeFirstOrThrow()
  return timeZone
}
