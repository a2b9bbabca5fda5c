import { rowsIn } from '../word-lists.ts'

let lists: Map<string | null, string[]> | null = null

/** Returns the most frequent words of a language (ISO 639-1), the most frequent first; none of an unknown one. */
export function frequentWords(language: string | null): string[] {
  lists ??= new Map(
    rowsIn(new URL('frequent-words.txt', import.meta.url)).map(([code = '', ...words]) => [code, words]),
  )
  return lists.get(language) ?? []
}

/** By Zipf's law, the most frequent word is about a tenth of a text, the nth a tenth of that divided by n. */
export const shareOfRank = (rank: number): number => 0.1 / rank

/** Of a word that is not listed: rarer than those that are. */
export const rankOfOthers = 15_000
