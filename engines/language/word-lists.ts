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

const lists = Map.groupBy(rowsIn(new URL('word-lists.tsv', import.meta.url)), ([kind]) => kind)

/**
 * Returns the words of a kind in `word-lists.tsv`.
 * @param language ISO 639-1; by default the words are those of all languages. Without a list of its own, it has none
 */
export function listed(kind: string, language: string | null = '*'): Set<string> {
  const [, , ...words] = lists.get(kind)!.find((row) => row[1] === language) ?? []
  return new Set(words)
}
