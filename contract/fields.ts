import { z } from 'zod'

/**
 * Text as PostgreSQL can hold it: U+0000 it refuses, and half of a surrogate pair it would silently replace.
 * Trimmed; lengths count UTF-16 units.
 */
export const text = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min, min === 1 ? 'Enter something here' : `Enter at least ${min} characters`)
    .max(max, `At most ${max} characters`)
    .refine(isStorable, 'Contains a character that cannot be stored')

/** Like `text`, but every character counts: passwords, tokens, and what offsets point into. */
export const verbatim = (min: number, max: number) =>
  z
    .string()
    .min(min, `Enter at least ${min} characters`)
    .max(max, `At most ${max} characters`)
    .refine(isStorable, 'Contains a character that cannot be stored')

function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000')
}

/** Lower case whatever the caller wrote, as the database gives it: ids are compared as text. */
export const id = z.uuid('Not an id').toLowerCase()

/** RFC 3339, UTC, milliseconds: the one format of times in answers. */
export const timestamp = z.iso.datetime({ precision: 3 })

/** A time with any offset, which becomes a `timestamp`: PostgreSQL reads fewer offsets and shorter fractions. */
export const instant = z.iso
  .datetime({ offset: true, error: 'Not a time such as 2026-01-31T09:30:00Z', abort: true })
  .overwrite((value) => new Date(value).toISOString())
  .refine((value) => /^(?!0000)\d{4}-/.test(value), 'Not a time of the years 1 to 9999, UTC')

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'At most 254 characters')
  .regex(z.regexes.email, 'Enter an e-mail address')
  .describe('An e-mail address')

export const password = verbatim(12, 128)

/** The query of every list. The cursor is opaque: it comes from the page before. */
export const listQuery = z.strictObject({
  limit: z.coerce.number<number | string>().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
})

/** The answer of every list. */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ data: z.array(row), nextCursor: z.string().nullable() })

/** `YYYY-MM-DD`, from the year 1 on as PostgreSQL has them. */
export const date = z.iso
  .date('Not a date such as 2026-01-31')
  .refine((value) => value >= '0001-01-01', 'Not a date such as 2026-01-31')
