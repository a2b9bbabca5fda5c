import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { usualLimit } from '#contract'
import { own } from '#rules/own'
import { invalidField } from './refusal.ts'

/**
 * Returns the id after which the next page of a list begins. Ids are UUIDv7 and never change, so no existing row is
 * skipped or repeated. @throws Refusal `validation_failed`
 */
export function afterCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const id = z.uuid().safeParse(Buffer.from(cursor, 'base64url').toString())
  if (!id.success) throw invalidField('cursor', 'Not a cursor of this list')
  return id.data
}

/** Creates a page. The query must fetch `limit + 1` rows, so that this knows whether there are more. */
export function toPage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
): { data: Row[]; nextCursor: string | null } {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return {
    data,
    nextCursor: rows.length > limit && last ? Buffer.from(last.id).toString('base64url') : null,
  }
}

/** Values by which a list can be sorted, by the names that requests have for them. An index has each with the id. */
export type Sortable<Name extends string> = Record<
  Name,
  { value: RawBuilder<unknown>; type: 'date' | 'text' }
>

/** The order that a request names: `dueDate`, or `-dueDate` for the largest value first. */
export type SortName<Name extends string> = Name | `-${Name}`

/** The usual number is part of the text: PostgreSQL keeps a plan only if it knows that few rows are read. */
const rowsOf = (limit: number) => (limit === usualLimit ? sql.lit(limit + 1) : limit + 1)

/**
 * Reads a page of a query, by default the newest rows first.
 * @param id the column with the ids, such as `users.id`
 * @throws Refusal `validation_failed` if the cursor is not valid
 */
export async function readPage<DB, Tables extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  id: `${string}.id`,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  order: 'oldest first' | 'newest first' = 'newest first',
): Promise<{ data: Row[]; nextCursor: string | null }> {
  const after = afterCursor(cursor)
  const isAscending = order === 'oldest first'
  const beyond = isAscending ? sql`>` : sql`<`
  const rows = await query
    .$if(after !== undefined, (all) => all.where(sql<SqlBool>`${sql.ref(id)} ${beyond} ${after}`))
    .orderBy(sql.ref(id), isAscending ? 'asc' : 'desc')
    .limit(rowsOf(limit))
    .execute()
  return toPage(rows, limit)
}

/**
 * Reads a page of a query, sorted by a value, and by id among rows that share it. Its cursors fit this order only.
 * @param id the column with the ids, such as `users.id`
 * @throws Refusal `validation_failed` if the cursor is not one of this order
 */
export async function readSortedPage<
  DB,
  Tables extends keyof DB,
  Row extends { id: string },
  Name extends string,
>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  id: `${string}.id`,
  { limit, cursor, sort }: { limit: number; cursor?: string | undefined; sort: SortName<Name> },
  sortable: Sortable<Name>,
): Promise<{ data: Row[]; nextCursor: string | null }> {
  const isDescending = sort.startsWith('-')
  const { value, type } = own<Sortable<Name>[Name]>(sortable, sort.replace('-', ''))!
  const after = afterSorted(sort, cursor)
  const direction = isDescending ? 'desc' : 'asc'
  const beyond = isDescending ? sql`<` : sql`>`
  const rows = await query
    .select(sql<string>`(${value})::text`.as('sortedBy'))
    .$if(after !== undefined, (all) =>
      all.where(
        sql<SqlBool>`(${value}, ${sql.ref(id)}) ${beyond} (${after?.[1]}::${sql.raw(type)}, ${after?.[2]}::uuid)`,
      ),
    )
    .orderBy(value, direction)
    .orderBy(sql.ref(id), direction)
    .limit(limit + 1)
    .$castTo<Row & { sortedBy: string }>()
    .execute()
  const data = rows.slice(0, limit)
  const last = rows.length > limit ? data.at(-1) : undefined
  const next = last && JSON.stringify([sort, last.sortedBy, last.id])
  return {
    data: data.map(({ sortedBy: _, ...row }) => row as unknown as Row),
    nextCursor: next === undefined ? null : Buffer.from(next).toString('base64url'),
  }
}

function afterSorted(sort: string, cursor: string | undefined) {
  if (cursor === undefined) return undefined
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return z.tuple([z.literal(sort), z.string(), z.uuid()]).parse(place)
  } catch {
    throw invalidField('cursor', 'Not a cursor of this list in this order')
  }
}
