import { ApiError } from '#client'
import type { ErrorCode, Operation } from '#contract'
import { loadRules } from '../load-rules.ts'

type FieldErrors = Record<string, string>

/** Returns the contract's errors in the body of a call, by field. */
export async function wrongFields(operation: Operation, input: unknown): Promise<FieldErrors> {
  const body = Object.fromEntries(
    Object.entries(Object(input)).filter(
      ([name, value]) =>
        value !== undefined &&
        !Object.hasOwn(operation.params.shape, name) &&
        !Object.hasOwn(operation.query.shape, name),
    ),
  )
  const issues = (await loadRules())?.issuesIn(operation, body) ?? []
  return byField(issues.map(({ path, message }) => ({ path: path.join('.'), message })))
}

/** Returns a refusal's errors by field of the form; empty if any of them belongs to no field. */
export function refusedFields(
  error: unknown,
  fieldOf: Partial<Record<ErrorCode, string>>,
  names: readonly string[],
): FieldErrors {
  if (!(error instanceof ApiError)) return {}
  const field = fieldOf[error.code]
  if (field) return { [field]: error.problem.detail || error.problem.title }
  const refused = byField(error.problem.errors ?? [])
  // With one error that has no field, the whole refusal is shown instead.
  return Object.keys(refused).every((path) => names.includes(path.split('.')[0]!)) ? refused : {}
}

/** The first error of each field. Forms write the places in a list with dots: `lines.0.quantity`. */
function byField(errors: readonly { path: string; message: string }[]): FieldErrors {
  return Object.fromEntries(
    errors.toReversed().map(({ path, message }) => [path.replaceAll(/\[(\d+)\]/g, '.$1'), message]),
  )
}
