import { ApiError } from '#client'
import packageJson from '../package.json' with { type: 'json' }
import { placeOf } from './check.ts'
import type { Command } from './commands/command.ts'
import { commands } from './commands/index.ts'
import { Failure, Unreachable, UsageError } from './failure.ts'
import { find } from './find.ts'
import { commandHelp, groupHelp, overview } from './help.ts'
import { parse } from './parse.ts'
import { openSession } from './session.ts'
import { holdsKey, printLine, say } from './terminal.ts'

const interrupted = new AbortController()
// A second time it ends at once, as it would without us.
for (const [name, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(name, () => interrupted.abort(code))
}

let command: Command | undefined
try {
  await run(process.argv.slice(2))
} catch (error) {
  process.exitCode = tell(error)
}
process.exit()

async function run(args: string[]): Promise<void> {
  if (args.some(holdsKey)) {
    throw new UsageError(
      'A key in a command is seen by everyone on this machine and stays in the history. Revoke it, and give its successor by AERIE_API_KEY or to: aerie login',
    )
  }
  const words = args[0] === 'help' ? [...args.slice(1), '--help'] : args
  const [first = '--help'] = words
  if (first === '--version') return printLine(packageJson.version)
  if (['--help', '-h'].includes(first)) return printLine(overview(commands))
  const found = find(commands, words)
  if ('group' in found) return printLine(groupHelp(found.group, found.commands))
  command = found.command
  if (asksForHelp(found.rest)) return printLine(commandHelp(command))
  await command.run(parse(command, found.rest), openSession(interrupted.signal))
}

function asksForHelp(args: string[]): boolean {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

/** Says what went wrong, and gives the exit code. */
function tell(error: unknown): number {
  if (interrupted.signal.aborted) return Number(interrupted.signal.reason)
  if (error instanceof UsageError) {
    say(`aerie: ${error.message}`)
    for (const detail of error.details) say(`  ${detail}`)
    return 2
  }
  if (error instanceof ApiError) {
    const { detail, code, requestId, errors = [] } = error.problem
    say(`aerie: ${detail} (${code})`)
    for (const { path, message } of errors) say(`  ${typed(path)}: ${message}`)
    if (requestId) say(`Request ${requestId}`)
    return 1
  }
  const isKnown = error instanceof Failure || error instanceof Unreachable
  say(`aerie: ${isKnown ? error.message : error instanceof Error ? (error.stack ?? error.message) : error}`)
  return error instanceof Unreachable ? 3 : 1
}

/** A field that the server names, `lines[2].lot`, as it was typed. */
function typed(path: string): string {
  const [field = '', rest = ''] = path.split(/(?<=^\w+)(?=[[.])/)
  return command ? placeOf(command, [field]) + (rest && ` ${rest.replace(/^\./, '')}`) : path
}
