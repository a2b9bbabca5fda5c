import { z } from 'zod'
import { invalidField } from './refusal.ts'

/**
 * Where the next page of a list in the order of ids begins: after the row with this id. Ids are UUIDv7 and never change,
 * so a page neither skips nor repeats a row that was there throughout.
 */
export function afterCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const id = z.uuid().safeParse(Buffer.from(cursor, 'base64url').toString())
  if (!id.success) throw invalidField('cursor', 'Not a cursor that this list gave')
  return id.data
}

/** Makes a page of rows that were read one further than `limit`, to know whether there is more. */
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
