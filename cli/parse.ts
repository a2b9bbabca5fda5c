import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { own, setOwn } from '#rules/own'
import { type Command, commandName, type Input, type Option } from './command.ts'
import { UsageError } from './failure.ts'
import { closest } from './suggest.ts'

/**
 * Parses the arguments after a command's words.
 * @throws UsageError with one line for each error
 */
export function parse(command: Command, args: string[]): Input {
  const { tokens } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      command.options.flatMap((option) =>
        namesOf(option).map((name) => [
          name,
          { type: option.kind === 'flag' ? 'boolean' : 'string' } as const,
        ]),
      ),
    ),
  })
  const input: Input = {}
  const wrong: string[] = []
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    try {
      readOption(command, input, token)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      wrong.push(error.message)
    }
  }
  wrong.push(...readArguments(command, positionals, input))
  if (wrong.length > 0) throw usageError(command, wrong)
  return input
}

/** Returns an error that points to the command's help. */
export const usageError = (command: Command, wrong: readonly string[]): UsageError =>
  new UsageError(`Invalid arguments. See ${commandName(command)} --help`, wrong)

const namesOf = ({ name, means }: Option): string[] =>
  means && means.length > 1 ? [name, `no-${name}`] : [name]

interface Token {
  name: string
  rawName: string
  value: string | undefined
  inlineValue: boolean | undefined
}

function readOption({ options }: Command, input: Input, { name, rawName, value, inlineValue }: Token): void {
  const option = options.find((one) => namesOf(one).includes(name))
  if (!option) {
    const known = closest(name, options.flatMap(namesOf))
    throw new UsageError(`${rawName}: unknown option${known ? `. Did you mean --${known}?` : ''}`)
  }
  const { field, kind, many } = option
  if (Object.hasOwn(input, field) && !many) throw new UsageError(`${rawName} can be given only once`)
  if (kind === 'flag') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`)
    setOwn(input, field, option.means?.[name === option.name ? 0 : 1] ?? name === option.name)
    return
  }
  if (value === undefined || (!inlineValue && value.startsWith('--'))) {
    throw new UsageError(`${rawName} needs a value. Write ${rawName}=--… if it starts with --`)
  }
  const read = readValue(option, value)
  setOwn(input, field, many ? [...((own(input, field) as unknown[]) ?? []), read] : read)
}

function readValue({ kind, name }: Option, value: string): unknown {
  if (kind === 'json') return readJson(`--${name}`, value)
  if (kind === 'text') return value
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) throw new UsageError(`--${name}: not a number`)
  return Number(value)
}

/** Parses JSON given directly, in a file (`@file`) or on standard input (`-`). */
function readJson(name: string, value: string): unknown {
  let text = value
  try {
    if (value === '-') text = readFileSync(0, 'utf8')
    else if (value.startsWith('@')) text = readFileSync(value.slice(1), 'utf8')
  } catch (error) {
    throw new UsageError(`${name}: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${name}: not JSON: ${(error as Error).message}. Use @file to read a file`)
  }
}

function readArguments(command: Command, positionals: string[], input: Input): string[] {
  const given = [...positionals]
  const missing: string[] = []
  for (const { name, field, many } of command.arguments) {
    const taken = given.splice(0, many ? given.length : 1)
    if (taken.length === 0) missing.push(`${name} is missing`)
    else setOwn(input, field, many ? taken : taken[0])
  }
  return [...missing, ...given.map((value) => `Unexpected argument “${value}”`)]
}
