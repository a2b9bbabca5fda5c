import { readFileSync } from 'node:fs'

/** Reads a data file of an engine: its lines, each divided at tabs and spaces. Lines that begin with `#` are comments. */
export const rowsIn = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/[\t ]/))

/** Reads a data file of lists, each of which begins with its name. */
export const listsIn = (file: URL): Map<string, Set<string>> =>
  new Map(rowsIn(file).map(([name = '', ...words]) => [name, new Set(words)]))

const lists = new Map<string, Map<string | null, Set<string>>>()
for (const [kind = '', language = '', ...words] of rowsIn(new URL('word-lists.tsv', import.meta.url)))
  lists.set(kind, (lists.get(kind) ?? new Map()).set(language, new Set(words)))

const none = new Set<string>()

/**
 * Returns the words of a kind in `word-lists.tsv`.
 * @param language ISO 639-1; by default the words are those of all languages. Without a list of its own, it has none
 */
export const listed = (kind: string, language: string | null = '*'): Set<string> =>
  lists.get(kind)!.get(language) ?? none
