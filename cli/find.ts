import type { Command } from './commands/command.ts'
import { UsageError } from './failure.ts'
import { closest } from './suggest.ts'

/** What the words at the beginning mean: a command with what follows them, or a group of commands. */
export type Found = { command: Command; rest: string[] } | { group: string; commands: Command[] }

/** @throws UsageError where they mean nothing, with what was probably meant */
export function find(commands: readonly Command[], args: readonly string[]): Found {
  const [first = '', second] = args
  const own = commands.find(({ words }) => words.length === 1 && words[0] === first)
  if (own) return { command: own, rest: args.slice(1) }

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
  return new UsageError(`There is no command aerie ${before}${word}. ${hint}`)
}
