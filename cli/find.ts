import type { Command } from './command.ts'
import { UsageError } from './failure.ts'
import { closest } from './suggest.ts'

/** A command with the arguments that follow it, or a group of commands. */
export type Found = { command: Command; rest: string[] } | { group: string; commands: Command[] }

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
