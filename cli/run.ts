import { ApiError } from '#client'
import packageJson from '../package.json' with { type: 'json' }
import type { Command } from './command.ts'
import { apiCommands, commandsWith } from './commands/index.ts'
import { Failure, Unreachable, UsageError } from './failure.ts'
import { commandHelp, groupHelp, overview } from './help.ts'
import { isForOperators, loadOperators, type Operators } from './operators.ts'
import { parse } from './parse.ts'
import { openSession } from './session.ts'
import { holdsKey, log, printLine } from './show/terminal.ts'
import { closest } from './suggest.ts'
import { nameOfField } from './validate.ts'

const interrupted = new AbortController()
let command: Command | undefined

/**
 * Runs a command and ends the process with its exit code.
 * @param operators the commands that run on the server itself; the published package has none
 */
export async function runCommandLine(args: string[], operators?: Operators): Promise<never> {
  try {
    await run(args, operators)
  } catch (error) {
    process.exitCode = report(error)
  }
  process.exit()
}

async function run(args: string[], operators: Operators | undefined): Promise<void> {
  if (args.some(holdsKey)) {
    throw new UsageError(
      'Everyone on this machine can see an API key in a command, and the shell history keeps it. Revoke it, and pass a new one in AERIE_API_KEY or to: aerie login',
    )
  }
  const words = args[0] === 'help' ? [...args.slice(1), '--help'] : args
  const [first = '--help'] = words
  if (first === '--version') return printLine(packageJson.version)
  const commands = await commandsFor(first, operators)
  if (['--help', '-h'].includes(first)) return printLine(overview(commands))
  const found = find(commands, words)
  if ('group' in found) return printLine(groupHelp(found.group, found.commands))
  command = found.command
  if (asksForHelp(found.rest)) return printLine(commandHelp(command))
  const input = parse(command, found.rest)
  if (!command.isForOperators) abortOnSignal()
  await command.run(input, openSession(interrupted.signal))
}

/** Loads operators' commands only where they can be meant: by their name, in the help, or by a name with a typing error. */
async function commandsFor(first: string, operators: Operators | undefined): Promise<readonly Command[]> {
  if (isForOperators(first)) {
    if (operators) return loadOperators(operators, first)
    throw new UsageError(
      `aerie ${first} runs on the server, in the folder of its installation: ./aerie ${first}. This package only calls the API`,
    )
  }
  const isCall = first !== 'completion' && apiCommands.some(({ words }) => words[0] === first)
  return operators && !isCall ? commandsWith(await loadOperators(operators)) : apiCommands
}

/** Lets a command end by itself on the first signal. A second one ends the process immediately. */
function abortOnSignal(): void {
  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(name, () => interrupted.abort(code))
  }
}

function asksForHelp(args: string[]): boolean {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

/** Prints an error. Returns the exit code. */
function report(error: unknown): number {
  if (interrupted.signal.aborted) return Number(interrupted.signal.reason)
  if (error instanceof UsageError) {
    log(`aerie: ${error.message}`)
    for (const detail of error.details) log(`  ${detail}`)
    return 2
  }
  if (error instanceof ApiError) {
    const { detail, code, requestId, errors = [] } = error.problem
    log(`aerie: ${detail} (${code})`)
    for (const { path, message } of errors) log(`  ${typedName(path)}: ${message}`)
    if (requestId) log(`Request ${requestId}`)
    return 1
  }
  const isKnown = error instanceof Failure || error instanceof Unreachable
  // Operators' commands report findings, which are sentences and lists of their own.
  const program = isKnown && command?.isForOperators ? '' : 'aerie: '
  log(`${program}${isKnown ? error.message : traceOf(error)}`)
  return error instanceof Unreachable ? 3 : 1
}

/** Returns the stack of an unexpected error, and of its causes. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const trace = error.stack ?? error.message
  return error.cause === undefined ? trace : `${trace}\nCaused by ${traceOf(error.cause)}`
}

/** Returns the name on the command line of a field that the server names, such as `lines[2].lot`. */
function typedName(path: string): string {
  const [field = '', rest = ''] = path.split(/(?<=^\w+)(?=[[.])/)
  return command ? nameOfField(command, [field]) + (rest && ` ${rest.replace(/^\./, '')}`) : path
}

/** A command with the arguments that follow it, or a group of commands. */
type Found = { command: Command; rest: string[] } | { group: string; commands: Command[] }

/** Finds the command that the first arguments name. @throws UsageError with a suggestion if there is none */
export function find(commands: readonly Command[], args: readonly string[]): Found {
  const [first = '', second] = args
  const single = commands.find(({ words }) => words.length === 1 && words[0] === first)
  if (single) return { command: single, rest: args.slice(1) }

  const inGroup = commands.filter(({ words }) => words.length > 1 && words[0] === first)
  if (inGroup.length === 0)
    throw unknown(first, [...new Set(commands.map(({ words }) => words[0] ?? ''))], '')
  if (second === undefined || second.startsWith('-')) return { group: first, commands: inGroup }
  const command = inGroup.find(({ words }) => words[1] === second)
  if (command) return { command, rest: args.slice(2) }
  throw unknown(
    second,
    inGroup.map(({ words }) => words[1] ?? ''),
    `${first} `,
  )
}

function unknown(word: string, words: string[], before: string): UsageError {
  const near = closest(word, words)
  const hint = near ? `Did you mean aerie ${before}${near}?` : `See aerie ${before}--help`
  return new UsageError(`Unknown command: aerie ${before}${word}. ${hint}`)
}
