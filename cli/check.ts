import type { z } from 'zod'
import type { Operation } from '#contract'
import type { Command, Input } from './commands/command.ts'
import { misuse } from './parse.ts'

/** What goes where in a request. */
export interface Parts {
  params: Input
  query: Input
  /** What is no object is sent as it is. */
  body: unknown
}

/** @throws UsageError with a line per wrong field, by the contract's own schemas, before anything is sent. */
export function refuseInvalid(command: Command, operation: Operation, { params, query, body }: Parts): void {
  const wrong = [
    ...wrongIn(command, operation.params, params),
    ...wrongIn(command, operation.query, query),
    ...wrongIn(command, operation.body, body),
  ]
  if (wrong.length > 0) throw misuse(command, wrong)
}

function wrongIn(command: Command, schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  const lines = (error?.issues ?? []).flatMap((issue) => {
    const { path } = issue
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => `${placeOf(command, [...path, key])}: there is no such field`)
    }
    const isMissing = path.reduce((inner, key) => Object(inner)[key], value as never) === undefined
    return [`${placeOf(command, path)}${isMissing ? ' is missing' : `: ${issue.message}`}`]
  })
  // One line per field: what is wrong with it first.
  return [
    ...new Map(lines.toReversed().map((line) => [line.split(/: | is /, 1)[0], line])).values(),
  ].reverse()
}

/** A field as whoever typed it knows it: `--name`, `PROJECT`, `--lines [2].quantity`. */
export function placeOf(command: Command, path: readonly PropertyKey[]): string {
  const [field, ...rest] = path
  const inside = rest.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  const argument = command.arguments.find((one) => one.field === field)
  const option = command.options.find((one) => one.field === field)
  const name = argument?.name ?? (option ? `--${option.name}` : String(field ?? '--body'))
  return inside ? `${name} ${inside.replace(/^\./, '')}` : name
}
