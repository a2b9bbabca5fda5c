import { z } from 'zod'
import { errors, type Operation } from '#contract'
import type { UploadedFile } from '../implement.ts'
import { type FieldError, invalidField, Refusal } from '../refusal.ts'

/** The three parts of a request, as their schemas give them. */
export interface ValidInput {
  params: unknown
  query: unknown
  body: unknown
}

/** @throws Refusal where an id in the path is malformed: the one that an unknown id gets. */
export function validateParams(operation: Operation, given: unknown): unknown {
  const params = operation.params.safeParse(given)
  if (params.success) return params.data
  throw new Refusal(operation.errors.find((code) => errors[code].status === 404) ?? 'not_found')
}

/**
 * Checks all of a request at once, so that every wrong field is named in one answer.
 * @param isForm whether the body is what `receiveForm` gave
 * @throws Refusal `validation_failed` with a path and a sentence per wrong field; where an id in the path is
 * malformed, the refusal that an unknown one gets.
 */
export function validate(
  operation: Operation,
  given: { params: unknown; query: unknown; body: unknown },
  isForm = false,
): ValidInput {
  const params = validateParams(operation, given.params)
  const query = operation.query.safeParse(given.query)
  const schema = isForm && operation.form ? withFile(operation.form) : operation.body
  // Leaving out a body is leaving out all of its fields; `null` is a body.
  const body = schema.safeParse(given.body === undefined ? {} : given.body)
  if (query.success && body.success) return { params, query: query.data, body: body.data }
  const fields = [...fieldErrors(query.error), ...fieldErrors(body.error)]
  const [first] = fields
  const detail =
    fields.length === 1 && first ? `${first.path}: ${first.message}` : `${fields.length} fields are wrong.`
  throw new Refusal('validation_failed', detail, { fields })
}

const withFile = (form: z.ZodObject): z.ZodObject =>
  form.extend({ file: z.custom<UploadedFile>((file) => file !== undefined, 'Send a file') })

/** A query whose percent-encoding is not UTF-8 would otherwise be read as it is written. */
export function refuseBrokenEscapes(url: string): void {
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
        ? issue.keys
            .slice(0, listedAtMost)
            .map((key) => ({ path: pathOf([...issue.path, key]), message: 'There is no such field' }))
        : [{ path: pathOf(issue.path), message: issue.message }],
    )
    .slice(0, listedAtMost)
  return [...Map.groupBy(found, ({ path }) => path).values()].flatMap(([first]) => first ?? [])
}

/** `lines[2].quantity`; cut where someone sent a field name as long as a book. */
function pathOf(path: PropertyKey[]): string {
  const written = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return written.replace(/^\./, '').slice(0, 200) || 'body'
}
