import { languageByStopWords } from '../text/stop-words.ts'
import { type Lexicon, lexiconOf, type Word, wordsOf } from '../text/words.ts'

/** What one wants to know. */
export interface About {
  /** How much of the question a sentence is about: 0 to 1. */
  relevance(words: Word[], lexicon: Lexicon): number
}

/** The question’s own words count in the forms of the language in which the sentence is. */
export function aboutOf(question: string | undefined): About | null {
  if (question === undefined) return null
  const words = wordsOf(question).map(({ text }) => text)
  const own = lexiconOf(languageByStopWords(words))
  const content = words.filter((word) => !own.isStopWord(word))
  // A question of stop words only is taken as it is.
  const wanted = content.length > 0 ? content : words
  const stems = new Map<string | null, Set<string>>()
  return {
    relevance(words, lexicon) {
      const known = stems.get(lexicon.language) ?? new Set(wanted.map(lexicon.stem))
      stems.set(lexicon.language, known)
      const found = new Set<string>()
      for (const { text } of words) {
        const stem = lexicon.stem(text)
        if (known.has(stem)) found.add(stem)
      }
      return found.size / Math.max(1, known.size)
    },
  }
}
