import { z } from 'zod'
import type { Operation } from '#contract'
import type { Argument, Option } from './command.ts'

/** `createInvoice` as it is typed: `create-invoice`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** What the path of an operation names. */
export function argumentsOf({ path }: Operation): Argument[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, field = '']) => ({ field, name: argumentName(field) }))
}

/** The fields of an operation's query and body. Where a file can be sent instead, none is needed. */
export function optionsOf({ query, body, form }: Operation): Option[] {
  return Object.entries({ ...query.shape, ...fieldsOf(body) }).map(([field, schema]) => {
    const { required, ...option } = optionOf(field, schema as z.ZodType)
    return { ...option, ...(required && !form && { required }) }
  })
}

export const fieldsOf = (schema: z.ZodType): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject ? schema.shape : {}

/** The fields that can go beside a file, as JSON has them. Commas part what a list holds there. */
export function besideFile({ form, body }: Operation): z.ZodType {
  const known = Object.keys(form?.shape ?? {})
  const fields = Object.entries(fieldsOf(body)).filter(([name]) => known.includes(name))
  return z.strictObject(
    Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        field.refine(isParted, 'Sent with a file, it cannot hold a comma').optional(),
      ]),
    ),
  )
}

const isParted = (value: unknown) => !Array.isArray(value) || !value.some((one) => String(one).includes(','))

interface Json extends Record<string, unknown> {
  type?: string | string[]
  anyOf?: Json[]
  oneOf?: Json[]
  enum?: unknown[]
  const?: unknown
  items?: Json
  format?: string
  default?: unknown
  description?: string
}

function optionOf(field: string, schema: z.ZodType): Option {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const { many, inner } = elementOf(described)
  const name = kebab(many ? field.replace(/s$/, '') : field)
  const { kind, means } = kindOf(inner)
  const value = placeholderOf(kind, inner)
  const choices = value === 'NAME' ? `One of ${choicesOf(inner).join(', ')}` : undefined
  const otherwise = described.default === undefined ? undefined : `Otherwise ${described.default}`
  const summary = [described.description, choices, otherwise].filter(Boolean).join('. ')
  return {
    field,
    name: inner.format === 'uuid' ? name.replace(/-id$/, '') : name,
    kind,
    ...(means && { means }),
    ...(many && { many }),
    ...(!schema.safeParse(undefined).success && { required: true }),
    ...(summary && { summary }),
    ...(kind !== 'flag' && { value }),
  }
}

/** A list of plain values is an option that is repeated; a list of anything else is JSON. */
function elementOf(schema: Json): { many: boolean; inner: Json } {
  const isPlain = schema.items && kindOf(schema.items).kind !== 'json'
  return schema.type === 'array' && isPlain
    ? { many: true, inner: schema.items ?? {} }
    : { many: false, inner: schema }
}

function kindOf(schema: Json): Pick<Option, 'kind' | 'means'> {
  const types = typesOf(schema)
  const choices = choicesOf(schema)
  if (types.includes('boolean')) return { kind: 'flag', means: [true, false] }
  // As a query writes it.
  if (choices.includes('true')) {
    return { kind: 'flag', means: choices.includes('false') ? ['true', 'false'] : ['true'] }
  }
  if (types.some((type) => type === 'object' || type === 'array') || types.length === 0)
    return { kind: 'json' }
  // A decimal is text too, and text keeps all of its digits.
  return { kind: types.includes('string') ? 'text' : 'number' }
}

function typesOf({ type, anyOf, oneOf, enum: values, const: value }: Json): string[] {
  const inner = [...(anyOf ?? []), ...(oneOf ?? [])]
  if (inner.length > 0) return inner.flatMap(typesOf)
  const named = type === undefined ? (values ?? [value]).map((one) => typeof one) : [type].flat()
  return named.filter((one) => one !== 'null' && one !== 'undefined')
}

function choicesOf({ anyOf, enum: values, const: value }: Json): unknown[] {
  if (anyOf) return anyOf.flatMap(choicesOf)
  return (values ?? [value]).filter((one) => typeof one === 'string')
}

/** More are told beside. */
const longestChoices = 60
const formats: Record<string, string> = { uuid: 'ID', date: 'DATE', 'date-time': 'TIME' }

/** What stands for a value in the help. */
function placeholderOf(kind: Option['kind'], schema: Json): string {
  const choices = choicesOf(schema).join('|')
  if (choices) return choices.length > longestChoices ? 'NAME' : choices
  return formats[schema.format ?? ''] ?? { text: 'TEXT', number: 'NUMBER', json: 'JSON', flag: '' }[kind]
}

const argumentName = (field: string): string =>
  kebab(field).replace(/-id$/, '').toUpperCase().replaceAll('-', '_')
