import { listed } from '#engines/language'
import { type Lexicon, languageByStopWords, lexiconOf, type Word, wordsIn } from '#engines/language/lexicon'

/** A word of a question. */
export interface Term {
  word: string
  /** How much it is what the question is about, from 0 to 1. */
  weight: number
  /** The term that a stop word specifies and without which it says nothing: “next meeting”. */
  head: number | null
}

const detailPrecedes = listed('detailPrecedes')

const weights = { frame: 0.25, detail: 0.5 }
/** Of stop words that can specify a word: “next”, “new”, “first”. All others are grammar, or of unknown frequency. */
const modifier = { least: 0.5, below: 1 }
/** More than a question has, apart from stop words. */
const termsAtMost = 12

/**
 * Returns the words of a question with their weights, except stop words if there are others. What the question is about
 * weighs more than who says it and where, and words that are rare in general more than common ones.
 * @param usual the language of a question that is too short to show it
 */
export function termsOf(question: string, usual: string | null): Term[] {
  const words = wordsIn(question)
  const language = languageByStopWords(words.map(({ text }) => text)) ?? usual
  const lexicon = lexiconOf(language)
  const specificity = ({ text }: Word) => lexicon.specificity(lexicon.stem(text))
  const roles = rolesOf(words, language, lexicon)
  const asked = listed('askedFollows', language)
  const isModifier = (word: Word) =>
    specificity(word) >= modifier.least && specificity(word) < modifier.below && !asked.has(word.text)
  const terms = new Map<string, Term>()
  for (const [n, word] of words.entries()) {
    if (lexicon.isStopWord(word.text) || terms.has(word.text)) continue
    const before = words[n - 1]
    const head = terms.size
    const weight = roles[n]! * specificity(word)
    terms.set(word.text, { word: word.text, weight, head: null })
    if (before && !terms.has(before.text) && isModifier(before))
      terms.set(before.text, { word: before.text, weight, head })
  }
  const found =
    terms.size > 0
      ? [...terms.values()]
      : words.map((word) => ({ word: word.text, weight: specificity(word), head: null }))
  return found.slice(0, termsAtMost)
}

/** Returns which word precedes what a question is about, or -1. */
export const topicAt = (words: Word[], language: string | null): number => {
  const topics = listed('topicFollows', language)
  return words.findLastIndex(({ text }) => topics.has(text))
}

function rolesOf(words: Word[], language: string | null, lexicon: Lexicon): number[] {
  const [details, asked] = [listed('detailFollows', language), listed('askedFollows', language)]
  const topic = topicAt(words, language)
  const askedAt = words.findIndex(
    ({ text }, n) => !lexicon.isStopWord(text) && n > 0 && asked.has(words[n - 1]!.text),
  )
  const detailUntil = words.findLastIndex(({ text }, n) => detailPrecedes.has(text) && n < words.length - 1)
  let inDetail = false
  return words.map(({ text, isCapital }, n) => {
    if (n < topic) return weights.frame
    if (lexicon.isStopWord(text)) {
      // Another stop word may be an article: “of the remote control”.
      const wasIn = inDetail && n > 0 && lexicon.isStopWord(words[n - 1]!.text)
      inDetail = wasIn || (n > 0 && details.has(text))
      return 0
    }
    const isDetail = inDetail || n < detailUntil || (topic < 0 && askedAt >= 0 && n !== askedAt)
    // In German, a compound is one word, and the noun ends the detail.
    if (language === 'de' && isCapital) inDetail = false
    return isDetail ? weights.detail : 1
  })
}
