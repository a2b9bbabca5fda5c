import type { z } from 'zod'
import type { Operation } from '#contract'
import type { Command, Input } from './command.ts'
import { usageError } from './parse.ts'

/** The parts of a request. */
export interface Parts {
  params: Input
  query: Input
  body: unknown
}

/** Validates a request by the contract before it is sent. @throws UsageError with one line for each invalid field */
export function validateRequest(
  command: Command,
  operation: Operation,
  { params, query, body }: Parts,
): void {
  const errors = [
    ...errorsIn(command, operation.params, params),
    ...errorsIn(command, operation.query, query),
    ...errorsIn(command, operation.body, body),
  ]
  if (errors.length > 0) throw usageError(command, errors)
}

function errorsIn(command: Command, schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  const lines = (error?.issues ?? []).flatMap((issue) => {
    const { path } = issue
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => `${nameOfField(command, [...path, key])}: unknown field`)
    }
    const isMissing = path.reduce((inner, key) => Object(inner)[key], value as never) === undefined
    return [`${nameOfField(command, path)}${isMissing ? ' is missing' : `: ${issue.message}`}`]
  })
  // Keeps only the first error of each field.
  return lines.filter((line, index) => lines.findIndex((other) => fieldOf(other) === fieldOf(line)) === index)
}

const fieldOf = (line: string): string | undefined => line.split(/: | is /, 1)[0]

/** Returns a field's name on the command line: `--name`, `PROJECT`, `--lines [2].quantity`. */
export function nameOfField(command: Command, path: readonly PropertyKey[]): string {
  const [field, ...rest] = path
  const inside = rest.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  const argument = command.arguments.find((one) => one.field === field)
  const option = command.options.find((one) => one.field === field)
  const name = argument?.name ?? (option ? `--${option.name}` : String(field ?? '--body'))
  return inside ? `${name} ${inside.replace(/^\./, '')}` : name
}
