import { z } from 'zod'
import type { Operation } from '#contract'
import { own } from '#rules/own'
import type { Argument, Option } from '../command.ts'

/** Returns `create-invoice` for `createInvoice`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns the arguments for the parameters in an operation's path. */
export function argumentsOf({ path }: Operation): Argument[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, field = '']) => ({ field, name: argumentName(field) }))
}

/** Returns the options for an operation's query and body. None is required if a file can be sent instead. */
export function optionsOf(operation: Operation): Option[] {
  const { query, form } = operation
  return Object.entries({ ...query.shape, ...bodyFieldsOf(operation) }).map(([field, schema]) => {
    const { required, ...option } = optionOf(field, schema as z.ZodType)
    return { ...option, ...(required && !form && { required }) }
  })
}

/** Returns the fields of the body; of an operation that takes only files, those that accompany them. */
export const bodyFieldsOf = ({ body, form }: Operation): Record<string, z.ZodType> => ({
  ...(form?.shape as Record<string, z.ZodType> | undefined),
  ...fieldsOf(body),
})

export const fieldsOf = (schema: z.ZodType): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject ? schema.shape : {}

/** Returns a schema of the fields that can accompany a file. Lists are sent separated by commas there. */
export function fieldsWithFile(operation: Operation): z.ZodType {
  const known = Object.keys(operation.form?.shape ?? {})
  const fields = Object.entries(bodyFieldsOf(operation)).filter(([name]) => known.includes(name))
  return z.strictObject(
    Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        field.refine(hasNoComma, 'Cannot contain a comma when sent with a file').optional(),
      ]),
    ),
  )
}

const hasNoComma = (value: unknown) =>
  !Array.isArray(value) || !value.some((one) => String(one).includes(','))

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
  const byDefault = described.default === undefined ? undefined : `Default: ${described.default}`
  const summary = [described.description, choices, byDefault].filter(Boolean).join('. ')
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

/** A list of plain values becomes a repeatable option; any other list is JSON. */
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
  // A query writes a boolean as text.
  if (choices.includes('true')) {
    return { kind: 'flag', means: choices.includes('false') ? ['true', 'false'] : ['true'] }
  }
  if (types.some((type) => type === 'object' || type === 'array') || types.length === 0)
    return { kind: 'json' }
  // Decimals are text, which keeps all digits.
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

/** Longer lists of choices go into the summary. */
const longestChoices = 60
const formats: Record<string, string> = { uuid: 'ID', date: 'DATE', 'date-time': 'TIME' }

/** Returns the placeholder of a value in the help. */
function placeholderOf(kind: Option['kind'], schema: Json): string {
  const choices = choicesOf(schema).join('|')
  if (choices) return choices.length > longestChoices ? 'NAME' : choices
  return own(formats, schema.format ?? '') ?? { text: 'TEXT', number: 'NUMBER', json: 'JSON', flag: '' }[kind]
}

const argumentName = (field: string): string =>
  kebab(field).replace(/-id$/, '').toUpperCase().replaceAll('-', '_')
