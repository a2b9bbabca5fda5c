import type { Database } from '#database'

/** A call that showed patients. */
export interface Read {
  id: string
  /** The time of the call, in milliseconds since 1970. */
  at: number
  userId: string
  /** Null for a browser's session. */
  apiKeyId: string | null
  address: string | null
  operation: string
  patientIds: string[] | 'all'
  count: number
  /** A record that the call names. It may not exist. */
  named: string | null
}

const statement = {
  name: 'write-access-log',
  text: `
    insert into access_log (id, at, user_id, api_key_id, address, operation, patient_ids, count)
    select id, to_timestamp(at), user_id, api_key_id, address, operation, shown, coalesce(cardinality(shown), count)
    from unnest($1::uuid[], $2::float8[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::int[], $9::uuid[])
      as call (id, at, user_id, api_key_id, address, operation, patient_ids, count, named)
    cross join lateral (
      select case when patient_ids is not null
        then patient_ids::uuid[] || array(select p.id from patients p where p.id = named) end as shown
    ) as all_shown
    where (select access_log from settings) and (shown is null or cardinality(shown) > 0)
    on conflict do nothing`,
}

/** Writes calls in one statement, if the access log is turned on. Those that are already written change nothing. */
export async function writeReads(db: Database, reads: Read[]): Promise<void> {
  const values = [
    reads.map(({ id }) => id),
    reads.map(({ at }) => at / 1000),
    reads.map(({ userId }) => userId),
    reads.map(({ apiKeyId }) => apiKeyId),
    reads.map(({ address }) => address),
    reads.map(({ operation }) => operation),
    reads.map(({ patientIds }) => (patientIds === 'all' ? null : `{${patientIds.join(',')}}`)),
    reads.map(({ count }) => count),
    reads.map(({ named }) => named),
  ]
  await db.pool.query({ ...statement, values })
}
