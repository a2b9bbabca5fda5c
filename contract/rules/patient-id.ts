import { z } from 'zod'
import { id } from './fields.ts'

/** The schemas whose values name patients, with a function that returns the ids in a value. */
export const naming = z.registry<{ idsIn: (value: never) => (string | null | undefined)[] }>()

/**
 * Declares how the values of a schema name patients. The access log collects their ids from every result, and from the path
 * and the query of a call. Schemas derived with `.optional()`, `.nullable()` or `.describe()` name them, too.
 */
export function namingPatients<Schema extends z.ZodType>(
  schema: Schema,
  idsIn: (value: z.output<Schema>) => (string | null | undefined)[],
): Schema {
  naming.add(schema, { idsIn })
  return schema
}

/** The id of a patient of whom the response shows something. Use `id` for mere references, such as `mergedInto`. */
export const patientId = namingPatients(id.clone(), (value) => [value])
