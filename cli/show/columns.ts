import { z } from 'zod'
import { sanitize } from './sanitize.ts'

/** A field of each row, perhaps one of an object in it: `['totals', 'due']`. */
export interface Column {
  path: readonly string[]
  /** Lower ranks are shown first if not all columns fit. */
  rank: number
  /** Whether its beginning is useful, as of a sentence, but not of an id. */
  isProse: boolean
}

/** Returns the fields of a row that fit into a cell, in the contract's order. */
export function columnsOf(row: z.core.$ZodType, path: readonly string[] = []): Column[] {
  return Object.entries(fieldsOf(row)).flatMap(([name, field]) => {
    const inner = unwrapped(field)
    const here = [...path, name]
    if (isCell(inner))
      return [{ path: here, rank: rankOf(here, inner), isProse: inner instanceof z.ZodString }]
    return path.length === 0 ? columnsOf(inner, here) : []
  })
}

export const headingOf = ({ path }: Column): string => path.join('.')

/** Returns the text of a cell, on one line. */
export function cellOf(row: unknown, { path }: Column): string {
  return toText(path.reduce((value, name) => Object(value)[name], row))
}

/** Returns a plain value as readable text. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return sanitize(value.join(', '))
  return sanitize(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Returns the schema of the value that is shown: without optionality, and after conversion. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.def.out)
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return isWrapper ? unwrapped(schema.unwrap()) : schema
}

function fieldsOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape
  // Two records side by side: `patients.0.id`.
  return schema instanceof z.ZodTuple ? Object.fromEntries(schema.def.items.entries()) : {}
}

function isCell(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodArray) return isCell(schema.element) && !(schema.element instanceof z.ZodArray)
  return !(
    schema instanceof z.ZodObject ||
    schema instanceof z.ZodTuple ||
    schema instanceof z.ZodRecord ||
    schema instanceof z.ZodNull
  )
}

const names = ['id', 'name', 'title', 'number', 'sku', 'email', 'action', 'familyName', 'givenName', 'prefix']

function rankOf(path: readonly string[], schema: z.core.$ZodType): number {
  const name = path.at(-1) ?? ''
  if (path.length === 1 && names.includes(name)) return 0
  if (schema instanceof z.ZodEnum) return 1
  if (/Id$|^sha256$|^version$|^mimeType$|^rule$/.test(name)) return 6
  if (/At$/.test(name)) return 5
  if (/^(label|due|id|gross)$/.test(name)) return 2
  return path.length === 1 ? 3 : 4
}
