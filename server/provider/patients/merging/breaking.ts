import { type RawBuilder, sql } from 'kysely'
import type { Reference } from './references.ts'

/** Whether a table has rules that a row can break by changing its owner. */
export const hasRules = ({ checks, uniques }: Reference): boolean => checks.length + uniques.length > 0

/**
 * The rows of a table as they would be with another owner, under the names that `breaking` expects.
 * @param owner the new value of the column
 * @param from what follows FROM; the table itself is `t` in it
 */
export function asMoved(
  { columns, quotedColumn }: Reference,
  owner: RawBuilder<unknown>,
  merge: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const moved = columns.map((name) =>
    name === quotedColumn ? sql`${owner} as ${sql.raw(name)}` : sql.raw(`t.${name}`),
  )
  return sql`select ${merge} as "the merge", t.tableoid as "the table", t.ctid as "the place", ${sql.join(moved)} from ${from}`
}

/**
 * Of rows that are to move, those that would break a check, a unique or an exclusion constraint: their "the merge",
 * "the table" and "the place". The rules' own expressions from the catalogue name columns only, so they are evaluated
 * once where nothing but the moved row is in sight, and once where the row that is there hides it.
 */
export function breaking(
  { relation, checks, uniques }: Reference,
  moved: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const values = [
    ...checks.map((check, n) => `(${check}) is false as "check ${n}"`),
    ...uniques.flatMap(({ expressions, condition }, n) => [
      `(${condition ?? 'true'}) as "unique ${n}"`,
      ...expressions.map((expression, part) => `(${expression}) as "unique ${n} ${part}"`),
    ]),
  ]
  const broken = [
    ...checks.map((_, n) => sql.raw(`"moved row"."check ${n}"`)),
    ...uniques.map(({ expressions, operators, nullsEqual, condition }, n) => {
      const same = expressions.map((expression, part) =>
        nullsEqual
          ? `(${expression}) is not distinct from "moved row"."unique ${n} ${part}"`
          : `(${expression}) ${operators[part]} "moved row"."unique ${n} ${part}"`,
      )
      return sql`"moved row".${sql.raw(`"unique ${n}"`)} and exists (
        select from ${sql.raw(relation)}
        where (tableoid, ctid) <> ("moved row"."the table", "moved row"."the place")
        and (${sql.raw(condition ?? 'true')}) and ${sql.raw(same.join(' and '))})`
    }),
  ]
  return sql`select "the merge", "the table", "the place"
    from (select "the merge", "the table", "the place", ${sql.raw(values.join(', '))} from (${moved}) as row) as "moved row"
    where ${sql.join(broken, sql` or `)}`
}
