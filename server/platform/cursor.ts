import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
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
    .limit(limit + 1)
    .execute()
  return toPage(rows, limit)
}
