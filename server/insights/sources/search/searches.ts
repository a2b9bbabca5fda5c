import type { Reader } from '#database'
import { frequentWords, hasBeginnings } from '#engines/language/lexicon'
import type { Language } from '#rules/languages'
import { stopWordsOf } from './stop-words.ts'
import type { Term } from './terms.ts'
import { type Word, wordsIn } from './words.ts'

/** What is searched for in the texts of a language; null for those without stems. */
export interface Search {
  language: Language | null
  /** Terms between `or`. */
  alternatives: Alternative[]
}

/** A passage matches if it has all required terms and none of the excluded ones; the more wanted terms, the better. */
export interface Alternative {
  /** Terms in quotation marks. */
  required: Phrase[]
  wanted: Phrase[]
  excluded: Phrase[]
}

/** A term in a language. */
export interface Phrase {
  /** As typed. */
  text: string
  words: Wanted[]
  /** How little the term is used in general, from 0 to 1. */
  weight: number
}

/** A word in a language. */
export interface Wanted {
  entries: string[]
  /** Whether words that begin with an entry count as well. */
  isBeginning: boolean
}

/** Returns the search in each language in which the project has texts, and in none. */
export async function searchesOf(tx: Reader, projectId: string, terms: Term[]): Promise<Search[]> {
  const languages = await stopWordsOf(tx, projectId, terms)
  return languages.map(([language, stopWords]) => ({
    language,
    alternatives: alternativesOf(terms, language, stopWords),
  }))
}

/** Unquoted stop words count only if nothing else is searched for. */
function alternativesOf(
  terms: Term[],
  language: Language | null,
  stopWords: ReadonlySet<Term>,
): Alternative[] {
  const others = terms.filter((term) => !stopWords.has(term))
  const kept = new Set(others.some(({ without }) => !without) ? others : terms)
  const starts = terms.flatMap(({ or }, n) => (n === 0 || or ? n : []))
  return starts.flatMap((start, n) => {
    const typed = terms.slice(start, starts[n + 1])
    const counting = typed.filter((term) => kept.has(term))
    // Nothing is left of an alternative of stop words: what it excludes would match everything else.
    if (typed.some(({ without }) => !without) && counting.every(({ without }) => without)) return []
    const phrases = (is: (term: Term) => boolean) => different(counting.filter(is), language)
    return {
      required: phrases(({ isQuoted, without }) => isQuoted && !without),
      wanted: phrases(({ isQuoted, without }) => !isQuoted && !without),
      excluded: phrases(({ without }) => without),
    }
  })
}

/** Returns terms in a language: the first of those that are forms of one word. */
function different(terms: Term[], language: Language | null): Phrase[] {
  const phrases = new Map<string, Phrase>()
  for (const { text, words } of terms) {
    const wanted = words.map((word) => ({
      entries: [...wordsIn(word, language)].flatMap(({ entries }) => entries),
      isBeginning: hasBeginnings(language),
    }))
    const key = JSON.stringify(wanted)
    if (!phrases.has(key)) phrases.set(key, { text, words: wanted, weight: weightOf(text, language) })
  }
  return [...phrases.values()]
}

/** Computes the weight of a word from its place among the frequent words of its language. */
function weightOf(text: string, language: Language | null): number {
  const words = frequentWords(language)
  const at = words.indexOf(text.toLowerCase())
  return at < 0 ? 1 : Math.log(at + 2) / Math.log(2 * words.length)
}

export const satisfies = (word: Word, { entries, isBeginning }: Wanted): boolean =>
  entries.some((entry) =>
    isBeginning ? word.entries.some((one) => one.startsWith(entry)) : word.entries.includes(entry),
  )
