import { z } from 'zod'
import { own, setOwn } from './rules/own.ts'

export type Json = Record<string, unknown>

/**
 * Returns a schema as JSON Schema 2020-12. A schema with an id (`.meta({ id: 'Project' })`) goes into `named` once and
 * is referenced from there.
 * @throws Error for a recursive schema without an id, which nothing could reference, and for two schemas with the same id
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', named: Json): Json {
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, { io, override: shorten })
  for (const [id, definition] of Object.entries($defs ?? {})) {
    // The name zod assigns to a schema without one.
    if (id.startsWith('__')) throw new Error(`A recursive schema needs an id: ${JSON.stringify(definition)}`)
    add(named, id, relocated(definition as Json))
  }
  const { id, ...described } = relocated(root)
  if (typeof id !== 'string') return described
  add(named, id, described)
  return { $ref: `#/components/schemas/${id}` }
}

function add(named: Json, id: string, schema: Json): void {
  const other = own(named, id)
  if (other && JSON.stringify(other) !== JSON.stringify(schema))
    throw new Error(`Two schemas, or the input and the output of one, have the id ${id}`)
  setOwn(named, id, schema)
}

/** Removes noise: the long patterns of well-known formats and the bounds of safe integers. */
function shorten({ jsonSchema: schema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (['uuid', 'date-time', 'date'].includes(schema.format ?? '')) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

function relocated(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
