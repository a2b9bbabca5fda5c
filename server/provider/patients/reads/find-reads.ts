import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type AccessLogEntry, type listAccessLog, mostNamedPatients } from '#contract'
import type { Reader } from '#database'
import { decodeCursor, encodeCursor } from '../../cursor.ts'

type Condition = RawBuilder<unknown>

/** The time and id of a page's last entry. */
const lastShown = z.tuple([z.iso.datetime(), z.uuid()])

/**
 * Returns a page of the entries that match a filter, newest first.
 * @throws Refusal `validation_failed` for a wrong cursor
 */
export async function findReads(
  tx: Reader,
  { patientId, userId, from, to, limit, cursor }: z.output<typeof listAccessLog.query>,
): Promise<{ data: AccessLogEntry[]; nextCursor: string | null }> {
  const after = decodeCursor(lastShown, cursor)
  const conditions = [
    userId && sql`read.user_id = ${userId}::uuid`,
    from && sql`read.at >= ${from}::timestamptz`,
    to && sql`read.at < ${to}::timestamptz`,
    after && sql`(read.at, read.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
  ].filter((condition) => typeof condition === 'object')
  const records = patientId === undefined ? [] : await recordsOf(tx, patientId)
  if (patientId !== undefined && records.length === 0) return { data: [], nextCursor: null }
  const rows = await readsOf(tx, conditions, records, limit + 1)
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, nextCursor: rows.length > limit && last ? encodeCursor([last.at, last.id]) : null }
}

/** Returns a record and those that were merged into it. */
async function recordsOf(tx: Reader, patientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive record (id) as (
      select id from patients where id = ${patientId}::uuid
      union all
      select p.id from record join patients p on p.merged_into = record.id
    )
    select id from record`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The newest entries that are searched for a patient first: one of many lists is soon found there. */
const newestSearched = 5000

async function readsOf(
  tx: Reader,
  conditions: Condition[],
  records: string[],
  limit: number,
): Promise<AccessLogEntry[]> {
  const named = namedFirst(records)
  if (records.length === 0) return entries(tx, newest(sql`access_log`, conditions, limit), named)
  const recent = newest(sql`access_log`, conditions, newestSearched)
  const found = await entries(tx, newest(sql`(${recent})`, [showsAny(records)], limit), named)
  if (found.length === limit) return found
  return entries(tx, throughIndexes(conditions, records, limit), named)
}

/** Selects the newest entries of a relation. */
const newest = (relation: Condition, conditions: Condition[], limit: number): Condition => sql`
  select * from ${relation} as read where ${allOf(conditions)} order by read.at desc, read.id desc limit ${limit}`

const allOf = (conditions: Condition[]): Condition => sql.join([sql`true`, ...conditions], sql` and `)

/**
 * Selects the newest entries that name a record or may show all. Those that name it are materialized: they are found by
 * their index then, and not among all entries by time, which takes long for a patient who was rarely shown.
 */
function throughIndexes(conditions: Condition[], records: string[], limit: number): Condition {
  const all = [...conditions, sql`read.patient_ids is null`, sinceFirst(records)]
  return sql`
    with naming as materialized (
      select read.* from access_log as read where ${allOf([...conditions, names(records)])}
    )
    ${newest(
      sql`(
      (${newest(sql`naming`, [], limit)}) union all (${newest(sql`access_log`, all, limit)})
    )`,
      [],
      limit,
    )}`
}

const idsOf = (records: string[]): Condition => sql`${records}::uuid[]`

const anyOf = (records: string[]): Condition => sql`any (${idsOf(records)})`

const showsAny = (records: string[]): Condition =>
  sql`(${names(records)} or read.patient_ids is null and ${sinceFirst(records)})`

const names = (records: string[]): Condition => sql`read.patient_ids && ${idsOf(records)}`

/** Nobody saw a record before it existed. */
const sinceFirst = (records: string[]): Condition =>
  sql`read.at >= (select min(created_at) from patients where id = ${anyOf(records)})`

/** Selects the ids of a read's patients of whom the entry has the names: the given records first. */
const namedFirst = (records: string[]): Condition =>
  records.length === 0
    ? sql`select shown.id, shown.place
        from unnest(read.patient_ids[1:${sql.lit(mostNamedPatients)}]) with ordinality as shown (id, place)`
    : sql`select shown.id, case when shown.id = ${anyOf(records)} then 0 else shown.place end as place
        from unnest(read.patient_ids) with ordinality as shown (id, place)
        order by place limit ${sql.lit(mostNamedPatients)}`

async function entries(tx: Reader, found: Condition, named: Condition): Promise<AccessLogEntry[]> {
  const { rows } = await sql<AccessLogEntry>`
    select read.id, read.at, read.user_id as "userId", read.api_key_id as "apiKeyId", read.address, read.operation,
      coalesce(to_jsonb(read.patient_ids), '"all"') as "patientIds", read.count,
      jsonb_build_object('id', u.id, 'name', u.name) as user,
      case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name, 'prefix', k.prefix) end as "apiKey",
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', concat_ws(' ', p.given_name, p.family_name)) order by named.place), '[]')
        from (${named}) as named join patients p on p.id = named.id
      ) as patients
    from (${found}) as read
    join users u on u.id = read.user_id
    left join api_keys k on k.id = read.api_key_id
    order by read.at desc, read.id desc`.execute(tx)
  return rows
}
