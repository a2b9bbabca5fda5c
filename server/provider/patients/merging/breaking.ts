import { type RawBuilder, sql } from 'kysely'
import type { Reference } from './references.ts'

/** Whether a table has constraints that a row can violate by changing its owner. */
export const hasRules = ({ checks, uniques }: Reference): boolean => checks.length + uniques.length > 0

/**
 * Selects the rows of a table as they would be with another owner, with the column names that `breaking` expects.
 * @param owner the new value of the column
 * @param from the FROM clause, in which the table is `t`
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
 * Selects "the merge", "the table" and "the place" of rows that would violate a check, unique or exclusion constraint by
 * moving. The expressions from the catalog name columns without a table. So they are evaluated once where only the moved
 * row is in scope, and once where an existing row shadows it.
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
