import { ApiError } from '#client'
import type { ErrorCode, Operation } from '#contract'
import { own } from '#rules/own'

type FieldErrors = Record<string, string>

/** Returns the field of a path of the contract; undefined if the form has none. */
type FieldAt = (path: string) => string | undefined

/** The fields of rows whose names differ from the contract's, by list. `''` is the row itself. */
export type RowFields = Record<string, Record<string, string>>

/**
 * Returns the fields of a form by their paths in the contract: `lines[0].expiresOn` is `lines.2.expires` if two blank rows were
 * not sent. Rows with a `key` are found by it, wherever they are now.
 * @param sent the values without the rows that were not sent
 */
export const fieldsOf =
  (values: object, sent = values, rowFields: RowFields = {}): FieldAt =>
  (path) => {
    const dotted = path.replaceAll(/\[(\d+)\]/g, '.$1')
    const [name = '', place, field = ''] = dotted.split('.')
    const names = own(rowFields, name)
    if (!Object.hasOwn(values, name) || (names && place === undefined)) return undefined
    const [now, then] = [rowsOf(values, name), rowsOf(sent, name)]
    const key = then?.[Number(place)]?.key
    const at = key === undefined ? Number(place) : (now?.findIndex((row) => row.key === key) ?? -1)
    if (names) return at < 0 ? undefined : `${name}.${at}.${own(names, field) ?? field}`
    return key === undefined ? dotted : dotted.replace(/\.\d+/, `.${at}`)
  }

const rowsOf = (values: object, name: string) => {
  const rows = own({ ...values } as Record<string, unknown>, name)
  return Array.isArray(rows) ? (rows as { key?: string }[]) : undefined
}

/** Returns the contract's errors in the body of a call, by field. The server reports those of no field. */
export function wrongFields(operation: Operation, input: unknown, fieldAt: FieldAt): FieldErrors {
  const body = Object.fromEntries(
    Object.entries(Object(input)).filter(
      ([name, value]) =>
        value !== undefined &&
        !Object.hasOwn(operation.params.shape, name) &&
        !Object.hasOwn(operation.query.shape, name),
    ),
  )
  const issues = operation.body.safeParse(body).error?.issues ?? []
  return byField(
    issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    fieldAt,
  )
}

/** Returns a refusal's errors by field of the form; empty if any of them belongs to no field. */
export function refusedFields(
  error: unknown,
  fieldAt: FieldAt,
  fieldOf: Partial<Record<ErrorCode, string>> = {},
): FieldErrors {
  if (!(error instanceof ApiError)) return {}
  const field = fieldOf[error.code]
  if (field) return { [field]: error.problem.detail || error.problem.title }
  const { errors = [] } = error.problem
  // With one error that has no field, the whole refusal is shown instead.
  return errors.every(({ path }) => fieldAt(path) !== undefined) ? byField(errors, fieldAt) : {}
}

/** The first error of each field. */
export const byField = (
  errors: readonly { path: string; message: string }[],
  fieldAt: FieldAt,
): FieldErrors =>
  Object.fromEntries(
    errors.toReversed().flatMap(({ path, message }) => {
      const field = fieldAt(path)
      return field === undefined ? [] : [[field, message]]
    }),
  )
