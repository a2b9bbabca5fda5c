import { z } from 'zod'
import { newId } from '#platform'

/** What a plain field may hold; the first that its schema takes is its example. */
const candidates: unknown[] = [
  'someone.new@aerie.test',
  '2026-01-31T09:30:00.000Z',
  '2026-01-31',
  'Europe/Berlin',
  'EUR',
  'DE',
  'INV',
  '4006381333931',
  'A text of some length',
  'EM:desk@aerie.test',
  'patient',
  // A SHA-256.
  '0'.repeat(64),
  1,
  true,
]

/**
 * A valid value of a schema, with every optional field filled in that the others allow, so that walks over the contract
 * also reach operations that nobody has written yet.
 * @throws Error where it knows none: a new kind of field needs a new candidate above.
 */
export function exampleOf(schema: z.core.$ZodType, name = 'the input'): unknown {
  if (schema instanceof z.ZodObject) {
    const example = Object.fromEntries(
      Object.entries(schema.shape).map(([key, field]) => [key, exampleOf(field, `${name}.${key}`)]),
    )
    const isOptional = (key: string) => z.safeParse(schema.shape[key], undefined).success
    const excluded = z.safeParse(schema, example).error?.issues.map(({ path: [key] }) => String(key))
    for (const key of excluded?.filter(isOptional) ?? []) delete example[key]
    return example
  }
  if (schema instanceof z.ZodArray) {
    const element = () => exampleOf(schema.element, `${name}[0]`)
    const one = [element()]
    return z.safeParse(schema, one).success ? one : [...one, element()]
  }
  if (schema instanceof z.ZodRecord) return { color: exampleOf(schema.valueType, `${name}.color`) }
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform) return exampleOf(schema.out, name)
  if (schema instanceof z.ZodUnion) return exampleOf(schema.options[0]!, name)
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return exampleOf(schema.unwrap(), name)
  }
  const found = [...candidates, newId()].find((value) => z.safeParse(schema, value).success)
  if (found === undefined) throw new Error(`No example of ${name}: add one to testing/examples.ts`)
  return found
}

/** Where the text is in a value: the path of each string, `['lines', 0, 'note']`. */
export function textsIn(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** A copy with another value at a path. */
export function withValue(value: unknown, [key, ...rest]: PropertyKey[], replacement: unknown): unknown {
  if (key === undefined) return replacement
  const copy = structuredClone(value) as Record<PropertyKey, unknown>
  copy[key] = withValue(copy[key], rest, replacement)
  return copy
}
