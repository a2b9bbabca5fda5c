import { z } from 'zod'
import { type ErrorCode, errors, type Operation } from '#contract'
import type { Call, UploadedFile } from '../implement.ts'
import { type FieldError, invalidField, Refusal } from '../refusal.ts'

/** The three parts of a request, as parsed by their schemas. */
export type ValidInput = Pick<Call, 'params' | 'query' | 'body'>

/** @throws Refusal if an id in the path is malformed: the same refusal as for an unknown id. */
export function validateParams(operation: Operation, given: unknown): Call['params'] {
  const params = operation.params.safeParse(given)
  if (params.success) return params.data
  throw new Refusal(notFoundCode(operation, String(params.error.issues[0]?.path[0])))
}

/** Returns the code for an unknown id in the path: `mention_not_found` for `mentionId`, else the operation's first of 404. */
export function notFoundCode({ errors: possible }: Operation, param: string): ErrorCode {
  const ofParam = `${param.replace(/Id$/, '')}_not_found`
  return (
    possible.find((code) => code === ofParam) ??
    possible.find((code) => errors[code].status === 404) ??
    'not_found'
  )
}

/**
 * Validates the query and the body, so that one response names every wrong field.
 * @param isForm whether `receiveForm` returned the body
 * @throws Refusal `validation_failed` with a path and a message per field
 */
export function validateFields(
  operation: Operation,
  given: { query: unknown; body: unknown },
  isForm = false,
): Pick<ValidInput, 'query' | 'body'> {
  const query = operation.query.safeParse(given.query)
  const schema = isForm && operation.form ? withFile(operation.form) : operation.body
  // No body means no fields; `null` is a body.
  const body = schema.safeParse(given.body === undefined ? {} : given.body)
  if (query.success && body.success) return { query: query.data, body: body.data }
  const fields = [...fieldErrors(query.error), ...fieldErrors(body.error)]
  const [first] = fields
  const detail =
    fields.length === 1 && first
      ? `${first.path}: ${first.message}`
      : `${fields.length} fields are not valid.`
  throw new Refusal('validation_failed', detail, { fields })
}

const withFile = (form: z.ZodObject): z.ZodObject =>
  form.extend({ file: z.custom<UploadedFile>((file) => file !== undefined, 'Send a file') })

/** Refuses a query whose percent-encoding is not UTF-8, which would otherwise be taken literally. */
export function refuseBrokenEscapes(url: string): void {
  if (!url.includes('%')) return
  try {
    decodeURIComponent(url)
  } catch {
    throw invalidField('query', 'Percent-encoding is not UTF-8')
  }
}

const maxListed = 100

/** Returns the first error of each wrong field. */
function fieldErrors(error: z.ZodError | undefined): FieldError[] {
  const found = (error?.issues ?? [])
    .slice(0, maxListed)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, maxListed)
            .map((key) => ({ path: pathOf([...issue.path, key]), message: 'Unknown field' }))
        : [{ path: pathOf(issue.path), message: issue.message }],
    )
    .slice(0, maxListed)
  return [...Map.groupBy(found, ({ path }) => path).values()].flatMap(([first]) => first ?? [])
}

/** Formats a path as `lines[2].quantity`, cut at 200 characters. */
function pathOf(path: PropertyKey[]): string {
  const written = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return written.replace(/^\./, '').slice(0, 200) || 'body'
}
