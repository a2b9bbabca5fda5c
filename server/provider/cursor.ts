import type { z } from 'zod'
import { invalidField } from '#platform'

/** Encodes the values of a page's last row as a cursor, for lists that are not ordered by id. */
export const encodeCursor = (last: unknown[]): string =>
  Buffer.from(JSON.stringify(last)).toString('base64url')

/** Decodes a cursor of `encodeCursor`. @throws Refusal `validation_failed` for other text */
export function decodeCursor<T extends z.ZodType>(last: T, cursor: string | undefined) {
  if (cursor === undefined) return undefined
  try {
    return last.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidField('cursor', 'Not a cursor of this list')
  }
}
