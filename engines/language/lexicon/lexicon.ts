import { withoutMarks } from '../marks.ts'
import { dictionarySegments, isUnspaced, Words } from '../words.ts'
import { frequentWords, rankOfOthers, shareOfRank } from './frequency.ts'
import { stemOf } from './stem.ts'
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
  const stop = (language && stopWords.get(language)) || new Set(frequent.slice(0, frequentStopWords))
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
    isStopWord: (word) => stop.has(word) || /^\d+$/.test(word) || word.length < leastLength(word),
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

/** Scripts without spaces have shorter words, and Han has words of one character. */
const leastLength = (word: string): number => (/\p{scx=Han}/u.test(word) ? 1 : isUnspaced(word) ? 2 : 3)

/** What transcripts write apart: “it 's”, “do n't”, “T_V_”. */
const joined = /^(?: ['’](?:s|re|m|ll|ve|d)| n['’]t|_\p{Lu})$/u

/** Finds the words of a sentence, except emoji and a transcript's marks. A dictionary joins letters of scripts without spaces. */
export function wordsIn(written: string): Word[] {
  const sentence = withoutMarks(written)
  const starts =
    isUnspaced(sentence) && new Set(Array.from(dictionarySegments(sentence), ({ index }) => index))
  const found: Word[] = []
  const words = new Words(sentence)
  while (words.next()) {
    const { start, end } = words
    const word = sentence.slice(start, end)
    if (!/[\p{L}\p{N}]/u.test(word)) continue
    const before = found.at(-1)
    const isWithin = starts && before?.end === start && !starts.has(start)
    if (before && (isWithin || joined.test(sentence.slice(before.end, end)))) {
      found[found.length - 1] = toWord(sentence.slice(before.start, end), before.start)
    } else {
      found.push(toWord(word, start))
    }
  }
  return found
}

const toWord = (word: string, start: number): Word => ({
  text: word.normalize('NFC').toLowerCase().replace('’', "'").replace(/[ _]/g, ''),
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
