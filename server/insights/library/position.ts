import type { z } from 'zod'
import { invalidField } from '#platform'

/** Writes the place of a row in a list as an opaque cursor. */
export const encode = (place: unknown[]): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** @throws Refusal `validation_failed` */
export function decode<Place>(schema: z.ZodType<Place>, cursor: string, field: string): Place {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidField(field, 'Not a cursor from this list')
  }
}
