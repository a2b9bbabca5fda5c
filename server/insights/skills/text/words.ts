import { stemOf } from '../../matching/stem.ts'
import { stopWords } from './stop-words.ts'

export interface Word {
  /** In lower case, NFC. */
  text: string
  start: number
  end: number
  isCapital: boolean
}

/** How the words of a language are understood. Of a language that is not known, words are taken as they are. */
export interface Lexicon {
  language: string | null
  /** What the forms of a word have in common. */
  stem(word: string): string
  /** Says nothing about what a text is about. */
  isStopWord(word: string): boolean
}

/** The words of a text are mostly the same few. */
const stemsKept = 100_000

const lexicons = new Map<string | null, Lexicon>()

export function lexiconOf(language: string | null): Lexicon {
  const known = lexicons.get(language)
  if (known) return known
  const stop = (language && stopWords[language]) || new Set<string>()
  const stems = new Map<string, string>()
  const made: Lexicon = {
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
    // Scripts that are written without spaces write words with fewer signs.
    isStopWord: (word) =>
      stop.has(word) || /^\d+$/.test(word) || word.length < 2 || (word.length < 3 && !unspaced.test(word)),
  }
  lexicons.set(language, made)
  return made
}

const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u
const spaced = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*/gu
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** The words of a sentence; scripts that are written without spaces are divided by the dictionary of ICU. */
export function wordsOf(sentence: string): Word[] {
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

/** The stems of what a sentence is about, each once. */
export function stemsOf(words: Word[], lexicon: Lexicon): Set<string> {
  const stems = new Set<string>()
  for (const { text } of words) if (!lexicon.isStopWord(text)) stems.add(lexicon.stem(text))
  return stems
}
