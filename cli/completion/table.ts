import type { Command } from '../command.ts'

/** What can follow words that were typed after `aerie`, with descriptions: `projects` -> `list`, `create`, ... */
export type CompletionTable = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What the table’s keys match of the words before the cursor: a group and a command, without arguments and options. */
export const typedCommand = '^[a-z-]+( [a-z][a-z-]*)?'

/** The scripts hold this table, because a completion must not wait for a program to start. */
export function completionTable(commands: readonly Command[]): CompletionTable {
  const table = new Map<string, Map<string, string>>()
  const add = (before: readonly string[], word: string, description = '') => {
    const key = before.join(' ')
    const words = table.get(key) ?? new Map<string, string>()
    table.set(key, words.set(word, words.get(word) || description))
  }
  for (const {
    words,
    summary,
    arguments: [first],
    options,
  } of commands) {
    for (const [index, word] of words.entries())
      add(words.slice(0, index), word, index === words.length - 1 ? summary : '')
    for (const choice of first?.choices ?? []) add(words, choice)
    for (const option of options) add(words, `--${option.name}`, option.summary)
    add(words, '--help', 'Show help')
  }
  return table
}

/** Quotes text for a shell that takes everything between single quotes as it is, such as bash and zsh. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
