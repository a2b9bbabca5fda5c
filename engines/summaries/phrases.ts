import { listed } from '#engines/language'
import type { Lexicon, Word } from '#engines/language/lexicon'
import { isUnit, speechPatternsOf } from '#engines/language/lexicon'

/** One to three words that may be a topic. */
export interface Phrase {
  /** The stems of its words, sorted, so that “late deliveries” and “deliveries are late” are one. */
  key: string
  words: number
  text: string
  /** Used as a noun, as far as the words around show. In German, that is capitalized. */
  isNoun: boolean
  /** Its estimated share of general texts. */
  share: number
}

const wordsAtMost = 3
/** How many stop words are between a noun and what is said about it: “deliveries are far too late”. */
const betweenAtMost = 3

const joining = listed('withinTopics')
const copulas = listed('copulas')

/**
 * Finds the phrases of a sentence: adjacent words, none of which is a stop word, and a noun with what is said about it.
 * @param isIgnored returns whether a word is no topic, such as the name of a speaker
 */
export function* phrasesIn(
  sentence: string,
  words: Word[],
  lexicon: Lexicon,
  isIgnored: (word: string) => boolean,
): Generator<Phrase> {
  const patterns = speechPatternsOf(lexicon.language)
  const isContent = words.map(
    ({ text }) =>
      !lexicon.isStopWord(text) && !isIgnored(text) && !patterns?.fillers.has(text) && /\p{L}/u.test(text),
  )
  const toPhrase = (from: number, to: number, parts: number[]): Phrase => {
    const stems = parts.map((n) => lexicon.stem(words[n]!.text))
    const rarest = Math.min(...stems.map(lexicon.share))
    return {
      key: stems.toSorted().join(' '),
      words: parts.length,
      text: sentence.slice(words[from]!.start, words[to]!.end),
      isNoun:
        lexicon.language === 'de'
          ? words[to]!.isCapital || words[from]!.isCapital
          : !patterns ||
            parts.length > 1 ||
            (patterns.isNoun(words, from) && (!isContent[to + 1] || patterns.isVerb(words, to + 1))),
      // Few of the times that a word is used, it is in a certain phrase.
      share: rarest / 5 ** (parts.length - 1),
    }
  }

  for (let first = 0; first < words.length; first++) {
    if (!isContent[first] || isSuffix(first) || isUnit(lexicon.stem(words[first]!.text), lexicon)) continue
    const parts: number[] = []
    for (let last = first; parts.length < wordsAtMost && last < words.length; last++) {
      if (last > first && !areAdjacent(sentence, words[last - 1]!, words[last]!)) break
      if (!isContent[last]) {
        if (parts.length === 1 && joining.has(words[last]!.text)) continue
        break
      }
      parts.push(last)
      if (last === first || !patterns?.isOnlyVerb(words[last]!.text)) yield toPhrase(first, last, parts)
    }
    const predicate = predicateOf(first)
    if (predicate) yield toPhrase(first, predicate, [first, predicate])
  }

  /** 员 of 服务员: ICU's dictionaries lack some words of three characters. */
  function isSuffix(n: number): boolean {
    const { text, start } = words[n]!
    return n > 0 && isContent[n - 1]! && text.length === 1 && words[n - 1]!.end === start
  }

  function predicateOf(noun: number): number | null {
    if (!copulas.has(words[noun + 1]?.text ?? '')) return null
    for (let n = noun + 2; n <= noun + 1 + betweenAtMost && n < words.length; n++) {
      if (!areAdjacent(sentence, words[n - 1]!, words[n]!) || patterns?.precedesNoun(words[n]!.text))
        return null
      if (isContent[n]) return isContent[n + 1] ? null : n
      if (!lexicon.isStopWord(words[n]!.text)) return null
    }
    return null
  }
}

/** Between them is a space, a hyphen, an apostrophe, or nothing as in scripts without spaces. */
const areAdjacent = (sentence: string, word: Word, next: Word): boolean =>
  /^(?:\s+|[-‐‑'’]|)$/.test(sentence.slice(word.end, next.start))
