import type { ErrorCode } from '#contract'
import { Refusal } from '#platform'

interface Problem {
  code: ErrorCode
  path: string
  message: string
  line: number
}

/** Gathers what is wrong with a document's lines, so that all of it is reported at once. */
export function createProblems(pathOf: (line: number) => string = (line) => `lines[${line}]`) {
  const problems: Problem[] = []
  return {
    /** Something wrong with a field of a line. */
    add(line: number, field: string, code: ErrorCode, message: string): void {
      problems.push({ code, path: `${pathOf(line)}.${field}`, message, line })
    },
    /** Something wrong with a field of the document, which comes before all lines. */
    addToDocument(field: string, code: ErrorCode, message: string): void {
      problems.push({ code, path: field, message, line: -1 })
    },
    has: (line: number): boolean => problems.some((problem) => problem.line === line),
    /** @throws Refusal with the code of the first wrong line and an entry for each that is wrong */
    refuse(): void {
      const [first, ...others] = problems.toSorted((a, b) => a.line - b.line)
      if (!first) return
      const more = others.length > 0 ? ` (and ${others.length} more)` : ''
      throw new Refusal(first.code, `${first.message}${more}.`, {
        fields: [first, ...others].map(({ path, message }) => ({ path, message })),
      })
    },
  }
}

export type Problems = ReturnType<typeof createProblems>
