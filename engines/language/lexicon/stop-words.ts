import { listsIn } from '../word-lists.ts'

/** Words that say nothing about a text's topic, by ISO 639-1. */
export const stopWords = listsIn(new URL('stop-words.tsv', import.meta.url))

/** Words that searches ignore, by ISO 639-1, besides PostgreSQL's stop words. */
export const searchStopWords = listsIn(new URL('search-stop-words.tsv', import.meta.url))

const enoughWords = 2

/** Guesses the language of a short text by its stop words; null if undecided. */
export function languageByStopWords(words: string[]): string | null {
  const hits = Array.from(stopWords, ([language, stop]) => ({
    language,
    count: words.filter((word) => stop.has(word)).length,
  })).sort((a, b) => b.count - a.count)
  const [first, second] = hits
  return first!.count >= enoughWords && first!.count > second!.count ? first!.language : null
}
