import { z } from 'zod'

const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Removes the characters that change the writing direction: with them a name could be shown as another one, such as
 * `exe.txt` for a program.
 */
export const withoutDirectionMarks = (value: string): string => value.replace(directionMarks, '')

/**
 * Text that PostgreSQL can store: it rejects U+0000, and would silently replace half of a surrogate pair.
 * Trimmed, without direction marks. Lengths count UTF-16 units.
 */
export const text = (min: number, max: number) =>
  z
    .string()
    .overwrite(withoutDirectionMarks)
    .trim()
    .min(min, min === 1 ? 'Enter a value' : `Enter at least ${min} characters`)
    .max(max, `Enter at most ${max} characters`)
    .refine(isStorable, 'Contains a character that cannot be stored')

/** Text on one line, for names: in a log, an email or a table, another line could look like something else. */
export const line = (min: number, max: number) =>
  text(min, max).refine(
    (value) => !/[\p{Cc}\u2028\u2029]/u.test(value),
    'Enter one line, without tabs or other control characters',
  )

/** Like `text`, but not trimmed: for passwords, tokens and text that offsets point into. */
export const verbatim = (min: number, max: number) =>
  z
    .string()
    .min(min, `Enter at least ${min} characters`)
    .max(max, `Enter at most ${max} characters`)
    .refine(isStorable, 'Contains a character that cannot be stored')

/** Values by names that the caller chooses. Rejects the name `__proto__`, which zod leaves out without an error. */
export const valuesByName = <Value extends z.ZodType>(name: z.ZodString, value: Value) =>
  z.preprocess(
    (given: Record<string, z.input<Value>>, context) => {
      if (Object.hasOwn(Object(given), '__proto__'))
        context.addIssue({ code: 'custom', path: ['__proto__'], message: 'Choose another name' })
      return given
    },
    z.record(name, value),
  )

/** Returns whether PostgreSQL stores the text as it is. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000')
}

/** Lower-cased, as the database returns it, because ids are compared as text. */
export const id = z.uuid('Not a valid id').toLowerCase()

/** The format of every time in responses: RFC 3339, UTC, with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 })

/** A time with any offset, converted to a `timestamp` because PostgreSQL accepts fewer offsets and digits. */
export const instant = z.iso
  .datetime({ offset: true, error: 'Enter a time such as 2026-01-31T09:30:00Z', abort: true })
  .overwrite((value) => new Date(value).toISOString())
  .refine((value) => /^(?!0000)\d{4}-/.test(value), 'Enter a time between the years 1 and 9999 UTC')

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Enter at most 254 characters')
  .regex(z.regexes.email, 'Enter an email address')
  .describe('An email address')

/** The end of the addresses of service users, which no mailbox has (RFC 6761). */
export const serviceDomain = '@services.invalid'

/** The address of a person. */
export const mailbox = email.refine(
  (address) => !address.endsWith(serviceDomain),
  'Addresses at services.invalid are those of service users',
)

export const password = verbatim(12, 128).describe('At least 12 characters. Rejected if it is easy to guess')

/** The optional `version` of an update, as the caller read it. */
export const readVersion = z
  .int()
  .optional()
  .describe('The version that was read. Rejected as `stale_version` if the record has changed since')

/** How results refer to a record with a name. */
export const named = z.strictObject({ id, name: z.string() }).meta({ id: 'Named' })

/** The result of deleting or revoking a record. */
export const deleted = z.strictObject({ id }).meta({ id: 'Deleted' })

/** How many rows a page of a list has, unless a call asks for another number. */
export const usualLimit = 50

/** The query of every list. The cursor is opaque and comes from the previous page. */
export const listQuery = z.strictObject({
  limit: z.coerce.number<number | string>().int().min(1).max(200).default(usualLimit),
  cursor: z.string().max(500).optional(),
})

/** The response of every list, named `ItemPage` if its rows are each an `Item`. */
export const page = <Row extends z.ZodType>(row: Row) => {
  const rows = z.strictObject({ data: z.array(row), nextCursor: z.string().nullable() })
  const { id } = row.meta() ?? {}
  return id ? rows.meta({ id: `${id}Page` }) : rows
}

/** `YYYY-MM-DD`, from the year 1 on. */
export const date = z.iso
  .date('Enter a date such as 2026-01-31')
  .refine((value) => value >= '0001-01-01', 'Enter a date such as 2026-01-31')
