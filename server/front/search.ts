import { sql } from 'kysely'
import { type FoundRecord, searchRecords } from '#contract'
import { type Implementation, implementOnSnapshot, mayUse, type Searchable } from '#platform'

/** Creates the search over the records of all modules. Its statement reads each kind by an index of its own. */
export const createSearch = (searchables: Searchable[]): Implementation =>
  implementOnSnapshot(searchRecords, async ({ tx, actor, query: { q, types, limit } }) => {
    const kinds = searchables.filter(
      ({ type, list }) => (!types || types.includes(type)) && mayUse(list, actor),
    )
    if (kinds.length === 0) return { data: [] }
    const ways = kinds.map(
      ({ type, matching }) => sql`(
        select ${type} as type, found.* from (${matching(q, actor)}) as found (id, title, subtitle, path, match, at)
        order by round(match::numeric, 1) desc, at desc limit ${limit})`,
    )
    const patients = kinds.map(
      ({ type, patientOf }) => sql`when type = ${type} then ${patientOf?.(sql`found.id`) ?? sql`null::text`}`,
    )
    const shared = [...new Set(kinds.flatMap(({ shared }) => shared ?? []))].map((query) => query(q))
    // For this transaction: the default of 0.6 misses one wrong letter in a short word.
    await sql`select set_config('pg_trgm.word_similarity_threshold', '0.5', true)`.execute(tx)
    // Similar words are of interest only if nothing matches much better.
    const { rows } = await sql<FoundRecord>`
      ${shared.length > 0 ? sql`with ${sql.join(shared)}` : sql``}
      select type, id, title, subtitle, path, case ${sql.join(patients, sql` `)} end as "patientId" from (
        select *, max(match) over () as best from (${sql.join(ways, sql` union all `)}) as found
      ) as found where match >= 0.7 * best
      order by round(match::numeric, 1) desc, at desc, id limit ${limit}`.execute(tx)
    return { data: rows }
  })
