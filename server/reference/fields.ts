/** The part of JSON Schema that the contract's schemas are written in. */
export interface Schema {
  $ref?: string
  /** Several where a value may be of any of them. */
  type?: string | string[]
  format?: string
  description?: string
  enum?: (string | number)[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** One field for people to read: `data[].name`, `text`, `1 to 100 characters`. */
export interface Field {
  name: string
  type: string
  required: boolean
  notes: string[]
}

export type Schemas = Record<string, Schema>

/** The fields of an object, those of objects within it under their path. */
export function fieldsOf(schema: Schema, schemas: Schemas, before = ''): Field[] {
  const object = resolve(schema, schemas)
  return Object.entries(object.properties ?? {}).flatMap(([key, property]) => {
    const name = before + key
    const required = object.required?.includes(key) ?? false
    const own = { name, type: typeOf(property, schemas), required, notes: notesOf(property, schemas) }
    const inner = withoutNull(resolve(property, schemas))
    const within = inner.items
      ? fieldsOf(inner.items, schemas, `${name}[].`)
      : fieldsOf(inner, schemas, `${name}.`)
    return [own, ...within]
  })
}

export function resolve(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
}

/** What a value is when it is not null. */
export function withoutNull(schema: Schema): Schema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  return others?.length === 1 ? (others[0] ?? {}) : schema
}

const formats: Record<string, string> = { uuid: 'id', 'date-time': 'time', date: 'date', binary: 'file' }

/** A decimal is taken as text and as a number. */
export const isDecimal = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('number')

export function typeOf(schema: Schema, schemas: Schemas): string {
  const resolved = resolve(schema, schemas)
  const { type = '', format = '', anyOf, items } = resolved
  if (isDecimal(resolved)) return 'decimal'
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...resolved, type: one }, schemas)).join(' or ')
  if (anyOf) return [...new Set(anyOf.map((one) => typeOf(one, schemas)))].join(' or ')
  if (resolved.enum) return resolved.enum.join(' | ')
  if (resolved.const !== undefined) return String(resolved.const)
  if (items) return `list of ${typeOf(items, schemas)}`
  return formats[format] ?? (type === 'string' ? 'text' : type)
}

function notesOf(schema: Schema, schemas: Schemas): string[] {
  const resolved = resolve(schema, schemas)
  const { minLength = 0, maxLength, minimum, maximum, maxItems } = withoutNull(resolved)
  const notes = []
  if (schema.description) notes.push(`${schema.description}.`)
  if (maxLength !== undefined) notes.push(`${span(minLength, maxLength)} characters.`)
  if (minimum !== undefined && maximum !== undefined) notes.push(`${minimum} to ${maximum}.`)
  if (maxItems !== undefined) notes.push(`At most ${maxItems}.`)
  if (resolved.default !== undefined) notes.push(`${resolved.default} unless set.`)
  return notes
}

function span(min: number, max: number): string {
  if (min === max) return String(max)
  return min > 0 ? `${min} to ${max}` : `At most ${max}`
}
