import { z } from 'zod'

export type Json = Record<string, unknown>

/**
 * A schema as JSON Schema 2020-12. What has an id (`.meta({ id: 'Project' })`) is put into `named` under it, once,
 * and referred to from there.
 * @throws Error for a recursive schema without an id: a document that it is put into would not resolve it.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', named: Json): Json {
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, { io, override: shorten })
  for (const [id, definition] of Object.entries($defs ?? {})) {
    // zod's own name for what has none.
    if (id.startsWith('__')) throw new Error(`A recursive schema needs an id: ${JSON.stringify(definition)}`)
    named[id] = relocated(definition as Json)
  }
  const { id, ...described } = relocated(root)
  if (typeof id !== 'string') return described
  named[id] = described
  return { $ref: `#/components/schemas/${id}` }
}

/** Leaves out what goes without saying: the page-long patterns of known formats, and that an integer is a safe one. */
function shorten({ jsonSchema: schema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (['uuid', 'date-time', 'date'].includes(schema.format ?? '')) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

function relocated(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
