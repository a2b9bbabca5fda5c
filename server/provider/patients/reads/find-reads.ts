import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { listAccessLog, PatientRead } from '#contract'
import type { Reader } from '#database'
import { decodeCursor, encodeCursor } from '../../cursor.ts'

/** The time and id of a page's last read. */
const lastShown = z.tuple([z.iso.datetime(), z.uuid()])

/** Returns a page of the reads that match a filter, newest first. @throws Refusal `validation_failed` for a wrong cursor */
export async function findReads(
  tx: Reader,
  { patientId, userId, from, to, limit, cursor }: z.output<typeof listAccessLog.query>,
): Promise<{ data: PatientRead[]; nextCursor: string | null }> {
  const after = decodeCursor(lastShown, cursor)
  const conditions = [
    userId && sql`read.user_id = ${userId}::uuid`,
    from && sql`read.minute >= ${from}::timestamptz`,
    to && sql`read.minute < ${to}::timestamptz`,
    after && sql`(read.minute, read.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
  ].filter((condition) => typeof condition === 'object')
  const newest = sql`order by read.minute desc, read.id desc limit ${limit + 1}`
  const { rows } = await sql<PatientRead>`
    select read.id, read.minute as at,
      jsonb_build_object('id', p.id, 'name', concat_ws(' ', p.given_name, p.family_name)) as patient,
      jsonb_build_object('id', u.id, 'name', u.name) as user,
      case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name, 'prefix', k.prefix) end as "apiKey"
    from (${patientId ? ofPatient(patientId, conditions, newest) : reads(conditions, newest)}) as read
    join patients p on p.id = read.patient_id
    join users u on u.id = read.user_id
    left join api_keys k on k.id = read.api_key_id
    order by read.minute desc, read.id desc`.execute(tx)
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, nextCursor: rows.length > limit && last ? encodeCursor([last.at, last.id]) : null }
}

function reads(conditions: RawBuilder<unknown>[], newest: RawBuilder<unknown>): RawBuilder<unknown> {
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  return sql`select read.* from patient_reads read where ${where} ${newest}`
}

/** Selects the newest reads of each record that was merged into this one, and of those the newest. */
function ofPatient(
  patientId: string,
  conditions: RawBuilder<unknown>[],
  newest: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const ofRecord = reads([sql`read.patient_id = record.id`, ...conditions], newest)
  return sql`
    with recursive record (id) as (
      select ${patientId}::uuid
      union all
      select p.id from record join patients p on p.merged_into = record.id
    )
    select read.* from record cross join lateral (${ofRecord}) as read ${newest}`
}
