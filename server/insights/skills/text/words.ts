import { withoutMarks } from '../../library/marks.ts'
import { stemOf } from '../../matching/stem.ts'
import { frequentWords, rankOfOthers, shareOfRank } from './frequency.ts'
import { stopWords } from './stop-words.ts'

export interface Word {
  /** In lower case, NFC. */
  text: string
  start: number
  end: number
  isCapital: boolean
}

/** The stems and stop words of a language. In an unknown one, words are their own stems. */
export interface Lexicon {
  language: string | null
  stem(word: string): string
  isStopWord(word: string): boolean
  /** Estimates a stem's share of all words in general texts of the language, from 0 to 1. */
  share(stem: string): number
  /** Returns how little a stem is used in general texts of the language: 0 for the most frequent, 1 for rare ones. */
  specificity(stem: string): number
}

const stemsKept = 100_000
/** So many of the most frequent words are stop words, in a language without a list of them. */
const frequentStopWords = 120

const lexicons = new Map<string | null, Lexicon>()

export function lexiconOf(language: string | null): Lexicon {
  const known = lexicons.get(language)
  if (known) return known
  const frequent = frequentWords(language)
  const stop = (language && stopWords[language]) || new Set(frequent.slice(0, frequentStopWords))
  const stems = new Map<string, string>()
  const ranks = new Map<string, number>()
  const lexicon: Lexicon = {
    language,
    stem(word) {
      let stem = stems.get(word)
      if (stem === undefined) {
        if (stems.size >= stemsKept) stems.clear()
        stem = stemOf(word, language)
        stems.set(word, stem)
      }
      return stem
    },
    // Scripts without spaces have shorter words.
    isStopWord: (word) =>
      stop.has(word) || /^\d+$/.test(word) || word.length < 2 || (word.length < 3 && !unspaced.test(word)),
    share: (stem) => shareOfRank(ranks.get(stem) ?? rankOfOthers),
    specificity: (stem) => Math.log(ranks.get(stem) ?? rankOfOthers) / Math.log(rankOfOthers),
  }
  for (const [n, word] of frequent.entries()) {
    const stem = lexicon.stem(word)
    if (!ranks.has(stem)) ranks.set(stem, n + 1)
  }
  lexicons.set(language, lexicon)
  return lexicon
}

const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u
const spaced = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*/gu
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Finds the words of a sentence, except the marks of a transcript; ICU's dictionaries divide scripts without spaces. */
export function wordsOf(written: string): Word[] {
  const sentence = withoutMarks(written)
  if (unspaced.test(sentence)) {
    return [...segmenter.segment(sentence)]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment, index }) => toWord(segment, index))
  }
  return Array.from(sentence.matchAll(spaced), ({ 0: word, index }) => toWord(word, index))
}

const toWord = (word: string, start: number): Word => ({
  text: word.normalize('NFC').toLowerCase().replace('’', "'"),
  start,
  end: start + word.length,
  isCapital: /^\p{Lu}/u.test(word),
})

/** Returns the distinct stems of a sentence, except those of stop words. */
export function stemsOf(words: Word[], lexicon: Lexicon): Set<string> {
  const stems = new Set<string>()
  for (const { text } of words) if (!lexicon.isStopWord(text)) stems.add(lexicon.stem(text))
  return stems
}
