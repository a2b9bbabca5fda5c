import { readFileSync } from 'node:fs'

let lists: Map<string, Set<string>> | null = null

/** Returns stop words that PostgreSQL does not know, by language. Its lists lack many words with which questions begin. */
export function furtherStopWords(): Map<string, Set<string>> {
  lists ??= new Map(
    readFileSync(new URL('stop-words.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .map(([code, ...words]) => [code!, new Set(words)]),
  )
  return lists
}

/** Returns whether a word is a stop word in a language without spaces. */
export const isUnspacedStopWord = (word: string): boolean =>
  ['ja', 'zh'].some((code) => furtherStopWords().get(code)!.has(word))
