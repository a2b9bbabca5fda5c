import { type Operation, patientCollectors, showsPatients } from '#contract'
import type { File } from '../implement.ts'
import { Refusal } from '../refusal.ts'
import type { ValidInput } from './validate.ts'

/** The patients that a response shows. */
export interface Shown {
  patientIds: string[] | 'all'
  /** How many patients the response shows. */
  count: number
  /** The patient that the call itself names, if the result does not. Filters can name records that do not exist. */
  named: string | null
}

/** A call that shows more is recorded as one that may show all. */
export const mostIds = 1000

/** Returns the patients in a JSON result and in the call's path and query, by the contract; null if there are none. */
export function shownBy(operation: Operation, input: ValidInput, result: unknown): Shown | null {
  if (!showsPatients(operation)) return null
  const ids = new Set<string>()
  patientCollectors(operation).result?.(result, ids)
  return toShown(ids, namedIn(operation, input, ids))
}

/** Returns the patients of a file. @throws Error if the handler does not report them although the contract requires it */
export function shownByFile(operation: Operation, { patients }: File): Shown | null {
  if (!showsPatients(operation)) return null
  if (patients === undefined) throw new Error(`${operation.id} does not report the patients that it shows`)
  if ('all' in patients) return { patientIds: 'all', count: patients.all, named: null }
  return toShown(new Set(patients), null)
}

/** Returns the patients whom the sentence of a refusal names. */
export const shownByRefusal = (error: unknown): Shown | null =>
  error instanceof Refusal ? toShown(new Set(error.patients), null) : null

function namedIn(operation: Operation, { params, query }: ValidInput, shown: Set<string>): string | null {
  const collectors = patientCollectors(operation)
  const named = new Set<string>()
  collectors.params?.(params, named)
  collectors.query?.(query, named)
  const [id] = named.difference(shown)
  return id ?? null
}

function toShown(ids: Set<string>, named: string | null): Shown | null {
  if (ids.size === 0 && named === null) return null
  return { patientIds: ids.size > mostIds ? 'all' : [...ids], count: ids.size, named }
}
