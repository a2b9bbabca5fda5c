import type { z } from 'zod'
import { Refusal } from '#platform'
import type { Problem } from './kind.ts'

/** Returns a value as text if it is a number, and null for one that is empty. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() === '' ? null : (value ?? null)
}

/** Returns the fields that have a value. */
export const withoutEmpty = (values: ReadonlyMap<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    [...values].flatMap(([name, value]) => ((value ?? null) === null ? [] : [[name, value]])),
  )

/** Reads a yes or no. Other values are left for the schema to refuse. */
export function toBoolean(value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (['true', 'yes', 'y', '1'].includes(text as string)) return true
  if (['false', 'no', 'n', '0'].includes(text as string)) return false
  return value
}

/** Returns the first message of each field. @param fieldOf the field of a path such as `address.line` */
export function problemsIn(error: z.ZodError, fieldOf: (path: string) => string = (path) => path): Problem[] {
  const messages = new Map<string, string>()
  for (const issue of error.issues) {
    const field = fieldOf(issue.path.map(String).join('.'))
    if (!messages.has(field)) messages.set(field, messageOf(issue))
  }
  return [...messages].map(([field, message]) => ({ field, message }))
}

/** Words the schema's own messages for people, who see them next to a cell. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String)
    return `Enter ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
  }
  if (issue.code !== 'invalid_type') return issue.message
  return issue.expected === 'boolean' ? 'Enter true or false' : 'Enter text'
}

/** Returns the problems for which a rule refuses fields. */
export function problemsOf(rule: () => void, fieldOf: (path: string) => string = (path) => path): Problem[] {
  try {
    rule()
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const messages = new Map(error.fields.map(({ path, message }) => [fieldOf(path), message] as const))
    return [...messages].map(([field, message]) => ({ field, message }))
  }
}
