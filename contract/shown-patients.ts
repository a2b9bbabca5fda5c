import { z } from 'zod'
import type { Operation } from './operation.ts'
import { own } from './rules/own.ts'
import { naming } from './rules/patient-id.ts'

/** Adds the ids of the patients in a value of one schema. */
export type CollectPatients = (value: unknown, ids: Set<string>) => void

interface Collectors {
  /** Null if the result names no patients, or is a file. */
  result: CollectPatients | null
  /** Of the path and the query: a list filtered by a patient shows which records are theirs. */
  params: CollectPatients | null
  query: CollectPatients | null
}

const collectors = new WeakMap<Operation, Collectors>()

/** Returns what collects the patients that a call of the operation shows. */
export function patientCollectors(operation: Operation): Collectors {
  let found = collectors.get(operation)
  if (!found) {
    const { params, query, result } = operation
    found = {
      result: 'media' in result ? null : collectorOf(result),
      params: collectorOf(params),
      query: collectorOf(query),
    }
    collectors.set(operation, found)
  }
  return found
}

/** Returns whether the access log records calls of the operation. */
export function showsPatients(operation: Operation): boolean {
  if ('media' in operation.result) return operation.result.showsPatients === true
  return Object.values(patientCollectors(operation)).some((collect) => collect !== null)
}

/** Returns null if no part of the schema names patients. */
function collectorOf(schema: z.core.$ZodType): CollectPatients | null {
  const parts = collectorOfParts(schema)
  const { idsIn } = naming.get(schema as z.ZodType) ?? {}
  if (!idsIn) return parts
  return (value, ids) => {
    if (value === null || value === undefined) return
    for (const named of idsIn(value as never)) if (named) ids.add(named)
    parts?.(value, ids)
  }
}

function collectorOfParts(schema: z.core.$ZodType): CollectPatients | null {
  if (schema instanceof z.ZodObject) return collectorOfFields(schema)
  if (schema instanceof z.ZodArray) return ofEach(collectorOf(schema.element))
  if (schema instanceof z.ZodTuple) return allOf(schema.def.items.map(collectorOf), ofEach)
  if (schema instanceof z.ZodUnion) return allOf(schema.options.map(collectorOf), (collect) => collect)
  if (schema instanceof z.ZodRecord) {
    const collect = ofEach(collectorOf(schema.valueType))
    return collect && ((value, ids) => collect(Object.values(Object(value)), ids))
  }
  if (schema instanceof z.ZodPipe) return collectorOf(schema.out)
  const isWrapper = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
  return isWrapper || schema instanceof z.ZodDefault ? collectorOf(schema.unwrap()) : null
}

function collectorOfFields({ shape }: z.ZodObject): CollectPatients | null {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const collect = collectorOf(field)
    return collect ? [{ name, collect }] : []
  })
  if (fields.length === 0) return null
  return (value, ids) => {
    if (typeof value !== 'object' || value === null) return
    for (const { name, collect } of fields) collect(own(value as Record<string, unknown>, name), ids)
  }
}

const ofEach = (collect: CollectPatients | null): CollectPatients | null =>
  collect &&
  ((value, ids) => {
    if (Array.isArray(value)) for (const element of value) collect(element, ids)
  })

/** Combines the collectors of alternatives: each ignores the values of the others. */
function allOf(
  found: (CollectPatients | null)[],
  wrap: (collect: CollectPatients) => CollectPatients | null,
): CollectPatients | null {
  const collects = found.flatMap((collect) => (collect && wrap(collect)) ?? [])
  if (collects.length === 0) return null
  return (value, ids) => {
    for (const collect of collects) collect(value, ids)
  }
}
