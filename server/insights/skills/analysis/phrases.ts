import type { Lexicon, Word } from '../text/words.ts'

/** One to three adjacent words that may be a topic. */
export interface Phrase {
  /** The stems of its words. */
  key: string
  words: number
  text: string
  /** Capitalized within a sentence. */
  isCapital: boolean
}

const wordsAtMost = 3

/** Words within phrases: freedom of speech, qualité de vie, calidad del aire. */
const joining = new Set('of de du des del della di da do dos das'.split(' '))

/** Finds the phrases of a sentence: adjacent words, none of which is a stop word. */
export function* phrasesIn(sentence: string, words: Word[], lexicon: Lexicon): Generator<Phrase> {
  const isContent = words.map(({ text }) => !lexicon.isStopWord(text) && /\p{L}/u.test(text))
  for (let first = 0; first < words.length; first++) {
    if (!isContent[first]) continue
    for (let last = first; last < first + wordsAtMost && last < words.length; last++) {
      if (last > first && !areAdjacent(sentence, words[last - 1]!, words[last]!)) break
      if (!isContent[last]) {
        const joins = last === first + 1 && joining.has(words[last]!.text)
        if (joins) continue
        break
      }
      const part = words.slice(first, last + 1)
      yield {
        key: part.map(({ text }) => lexicon.stem(text)).join(' '),
        words: part.length,
        text: sentence.slice(part[0]!.start, part.at(-1)!.end),
        isCapital: first > 0 && words[first]!.isCapital,
      }
    }
  }
}

/** Between them is a space, a hyphen, or nothing as in scripts without spaces. */
const areAdjacent = (sentence: string, word: Word, next: Word): boolean =>
  /^(?:\s+|[-‐‑]|)$/.test(sentence.slice(word.end, next.start))
