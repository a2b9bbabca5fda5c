import { z } from 'zod'
import { ApiError } from '#client'
import type { Operation } from '#contract'

/** What is wrong with a document: with its head, by field, and with its lines, by line and field. */
export interface Wrong {
  head: Record<string, string>
  lines: Record<string, string>[]
  /** What belongs to no place in the form. */
  rest: string[]
}

interface Finding {
  path: string
  message: string
}

/** Sorts findings such as `lines[2].expiresOn` to their places; the first of each place counts. */
export function placed(findings: readonly Finding[], headFields: readonly string[]): Wrong {
  const wrong: Wrong = { head: {}, lines: [], rest: [] }
  for (const { path, message } of findings) {
    const [, at, field] = /^lines\[(\d+)\](?:\.(\w+))?/.exec(path) ?? []
    if (at !== undefined) {
      wrong.lines[Number(at)] ??= {}
      wrong.lines[Number(at)]![field ?? 'itemId'] ??= message
    } else if (headFields.includes(path)) wrong.head[path] ??= message
    else wrong.rest.push(message)
  }
  return wrong
}

/** What the contract would refuse about a document. */
export function findingsOf(operation: Operation, body: object): Finding[] {
  const { error } = z.safeParse(operation.body, body)
  return (error?.issues ?? []).map(({ path: [first, ...rest], message }) => ({
    path:
      String(first) +
      rest.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join(''),
    message,
  }))
}

/** What the server refused, place by place. */
export const refusedIn = (error: unknown): Finding[] =>
  error instanceof ApiError ? (error.problem.errors ?? []) : []
