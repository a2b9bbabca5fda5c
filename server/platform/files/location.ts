import type { Pool } from '../database/pool.ts'
import type { Session } from '../database/session.ts'

/** Where the database says that its files are: see the migration `file_storage`. */
export interface Location {
  id: string | null
  address: string | null
  movingFrom: string | null
}

/** Shared by transactions that commit references to new files, and exclusive while the location changes. */
export const advisoryLock = 0x66696c65

export async function readLocation(pool: Pick<Pool, 'query'> | Session): Promise<Location> {
  const { rows } = await pool.query<Location>(
    'select id, address, moving_from as "movingFrom" from file_storage',
  )
  if (!rows[0]) throw new Error('The table file_storage is empty.')
  return rows[0]
}
