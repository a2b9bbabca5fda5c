import { ApiError } from '#client'
import type { Operation } from '#contract'
import { own, setOwn } from '#rules/own'
import { loadRules } from '../../../load-rules.ts'

/** The errors of a document: of its head by field, and of its lines by line and field. */
export interface DocumentErrors {
  head: Record<string, string>
  lines: Record<string, string>[]
  /** Errors without a field in the form. */
  rest: string[]
}

interface Finding {
  path: string
  message: string
}

/** Sorts findings such as `lines[2].expiresOn` by field, keeping the first of each field. */
export function placed(findings: readonly Finding[], headFields: readonly string[]): DocumentErrors {
  const errors: DocumentErrors = { head: {}, lines: [], rest: [] }
  for (const { path, message } of findings) {
    const [, at, field = 'itemId'] = /^lines\[(\d+)\](?:\.(\w+))?/.exec(path) ?? []
    if (at !== undefined) {
      errors.lines[Number(at)] ??= {}
      const line = errors.lines[Number(at)]!
      setOwn(line, field, own(line, field) ?? message)
    } else if (headFields.includes(path)) setOwn(errors.head, path, own(errors.head, path) ?? message)
    else errors.rest.push(message)
  }
  return errors
}

/** Returns what the contract refuses in a document, with the server's paths. */
export async function findingsOf(operation: Operation, body: object): Promise<Finding[]> {
  const issues = (await loadRules())?.issuesIn(operation, body) ?? []
  return issues.map(({ path: [first, ...rest], message }) => ({
    path:
      String(first) +
      rest.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join(''),
    message,
  }))
}

/** Returns the errors by field of a refusal. */
export const refusedIn = (error: unknown): Finding[] =>
  error instanceof ApiError ? (error.problem.errors ?? []) : []
