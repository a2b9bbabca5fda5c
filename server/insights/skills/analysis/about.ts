import { languageByStopWords } from '../text/stop-words.ts'
import { type Lexicon, lexiconOf, type Word, wordsOf } from '../text/words.ts'

/** The topic of a question. */
export interface About {
  /** Returns how much of the question a sentence is about, from 0 to 1. */
  relevance(words: Word[], lexicon: Lexicon): number
}

/** Compares the question's words with a sentence's by the stems of the sentence's language. */
export function aboutOf(question: string | undefined): About | null {
  if (question === undefined) return null
  const words = wordsOf(question).map(({ text }) => text)
  const own = lexiconOf(languageByStopWords(words))
  const content = words.filter((word) => !own.isStopWord(word))
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
