import type { Database } from '#database'
import { newId } from '#platform'

/** A read of a patient's record. */
export interface Read {
  patientId: string
  userId: string
  /** Null for a browser's session. */
  apiKeyId: string | null
  /** The start of its minute, in milliseconds. */
  minute: number
}

// Sorted, so that nodes that write the same reads wait for each other in one order.
const statement = {
  name: 'write-patient-reads',
  text: `
    insert into patient_reads (id, patient_id, user_id, api_key_id, minute)
    select id, patient_id, user_id, api_key_id, to_timestamp(minute)
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::float8[])
      as read (id, patient_id, user_id, api_key_id, minute)
    where (select access_log from settings)
    order by patient_id, minute, user_id, api_key_id
    on conflict do nothing`,
}

/** Writes reads in one statement, if the access log is turned on. Those that are already written change nothing. */
export async function writeReads(db: Database, reads: Read[]): Promise<void> {
  const values = [
    reads.map(newId),
    reads.map(({ patientId }) => patientId),
    reads.map(({ userId }) => userId),
    reads.map(({ apiKeyId }) => apiKeyId),
    reads.map(({ minute }) => minute / 1000),
  ]
  await db.pool.query({ ...statement, values })
}
