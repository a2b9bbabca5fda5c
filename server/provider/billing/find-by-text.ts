import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { mostByText } from '#contract'
import type { Reader } from '#database'

/**
 * Returns a condition for records that a text finds. A list reads few records by their ids, in any order and with totals. Where the
 * text is common, it compares them in its order until a page is full, so that they have no totals.
 * @param id the column of the list
 * @param ids selects the records by indexes, and null if it leaves out some
 * @param hasText compares a record, without these indexes: they would return thousands, to be sorted
 */
export async function findByText(
  tx: Reader,
  { id, ids, hasText }: { id: string; ids: RawBuilder<unknown>; hasText: RawBuilder<SqlBool> },
): Promise<{ isFound: RawBuilder<SqlBool>; isCommon: boolean }> {
  const { rows } = await sql<{ few: string[] | null }>`
    select case when count(*) <= ${mostByText} and count(*) = count(id) then coalesce(array_agg(id), '{}') end as few
    from (${ids} limit ${mostByText + 1}) as found (id)`.execute(tx)
  const { few } = rows[0]!
  return few
    ? { isFound: sql`${sql.ref(id)} = any(${few}::uuid[])`, isCommon: false }
    : { isFound: hasText, isCommon: true }
}
