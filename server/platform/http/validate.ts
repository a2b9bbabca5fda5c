import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { errors, type Operation } from '#contract'
import { type FieldError, invalidField, Refusal } from '../refusal.ts'

/** The three parts of a request, as their schemas give them. */
export interface ValidInput {
  params: unknown
  query: unknown
  body: unknown
}

/**
 * Checks all of a request at once, so that every wrong field is named in one answer.
 * @throws Refusal `validation_failed` with a path and a sentence per wrong field; where an id in the path is
 * malformed, the refusal that an unknown one gets.
 */
export function validate(operation: Operation, request: FastifyRequest): ValidInput {
  const params = operation.params.safeParse(request.params)
  if (!params.success) {
    throw new Refusal(operation.errors.find((code) => errors[code].status === 404) ?? 'not_found')
  }
  refuseBrokenEscapes(request.url)
  const query = operation.query.safeParse(request.query)
  // Leaving out a body is leaving out all of its fields; `null` is a body.
  const body = operation.body.safeParse(request.body === undefined ? {} : request.body)
  if (query.success && body.success) return { params: params.data, query: query.data, body: body.data }
  const fields = [...fieldErrors(query.error), ...fieldErrors(body.error)]
  const [first] = fields
  const detail =
    fields.length === 1 && first ? `${first.path}: ${first.message}` : `${fields.length} fields are wrong.`
  throw new Refusal('validation_failed', detail, { fields })
}

/** A query whose percent-encoding is not UTF-8 would otherwise be read as it is written. */
function refuseBrokenEscapes(url: string): void {
  try {
    decodeURIComponent(url)
  } catch {
    throw invalidField('query', 'Its percent-encoding is not UTF-8')
  }
}

const listedAtMost = 100

/** One entry per wrong field: what is wrong with it first. */
function fieldErrors(error: z.ZodError | undefined): FieldError[] {
  const found = (error?.issues ?? [])
    .slice(0, listedAtMost)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'There is no such field' }))
        : [{ path: pathOf(issue.path), message: issue.message }],
    )
  return [...Map.groupBy(found, ({ path }) => path).values()].flatMap(([first]) => first ?? [])
}

/** `lines[2].quantity`; cut where someone sent a field name as long as a book. */
function pathOf(path: PropertyKey[]): string {
  const written = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return written.replace(/^\./, '').slice(0, 200) || 'body'
}
