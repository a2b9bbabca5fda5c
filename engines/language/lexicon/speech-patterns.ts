import { own } from '#rules/own'
import { listed } from '../word-lists.ts'
import type { Word } from './lexicon.ts'
import { type Speech, speech } from './speech.ts'

/** Recognizes the fillers, verbs and openings of a language. */
export interface SpeechPatterns {
  hesitations: Set<string>
  /** Words that say nothing by themselves. */
  fillers: Set<string>
  joins: Set<string>
  unfinished: Set<string>
  dependent: Set<string>
  relative: Set<string>
  relativeAfterNouns: Set<string>
  formalities: RegExp
  asks: RegExp
  /** A pause between clauses: “, um ”, “ and uh ”. */
  pause: RegExp
  /** Fillers between commas: “, like, ”. */
  inserted: RegExp
  /** A filler at the beginning of what someone says, with what separates it from the rest. */
  opening: RegExp
  /** A filler at the beginning of what someone writes. */
  greeting: RegExp
  /** The fillers at the end, with the punctuation around them. */
  closing: RegExp
  /** Returns how many nouns and how few pronouns a sentence has, from -1 to 1. */
  formality(words: Word[]): number
  /** What connects to a next part that is not there. */
  connection: RegExp
  isVerb(words: Word[], n: number): boolean
  hasVerb(words: Word[]): boolean
  /** Returns whether a word is hardly anything but a verb. */
  isOnlyVerb(word: string): boolean
  /** Returns whether a noun follows a word. */
  precedesNoun(word: string): boolean
  /** Returns whether a word is used as a noun, as far as its neighbours show. */
  isNoun(words: Word[], n: number): boolean
  /** Returns whether a sentence refers to an earlier one at its beginning. */
  dangles(text: string, words: Word[]): boolean
}

const known = new Map<string, SpeechPatterns>()

/** Returns null for a language without word lists. */
export function speechPatternsOf(language: string | null): SpeechPatterns | null {
  if (!language || !Object.hasOwn(speech, language)) return null
  const patterns = known.get(language) ?? create(language, own(speech, language)!)
  known.set(language, patterns)
  return patterns
}

const oneOf = (...lists: Set<string>[]) =>
  `(?:${[...lists.reduce((all, words) => all.union(words))]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll('_', '\\s+').replaceAll("'", "['’]"))
    .join('|')})`

/** Returns “it” of “it's”. */
function withoutContraction(word: string): string {
  const at = word.indexOf("'")
  return at < 0 ? word : word.slice(0, at)
}

const separators = '[\\s,.…!;:–—-]*'

function create(language: string, of: Speech): SpeechPatterns {
  const list = (kind: string) => listed(kind, language)
  const [hesitations, joins, openers, closers] = [
    list('hesitations'),
    list('joins'),
    list('openers'),
    list('closers'),
  ]
  const [verbs, subjects, beforeNouns] = [list('verbs'), list('subjects'), list('beforeNouns')]
  const [relative, dependent] = [list('relative'), list('dependent')]
  const [pronouns, demonstratives] = [list('pronouns'), list('demonstratives')]
  const infinitive = list('infinitive')
  const noVerbs = hesitations.union(joins).union(subjects).union(beforeNouns).union(dependent)
  const isVerb = (words: Word[], n: number): boolean => {
    const word = words[n]
    if (!word || (n === 0 && !of.dropsSubjects && !/['’]/.test(word.text))) return false
    const before = words[n - 1]?.text ?? ''
    if (infinitive.has(before)) return false
    // Capitalized words within a sentence are verbs only if they are contractions: “I'm”.
    if (verbs.has(word.text)) return n === 0 || !word.isCapital || word.text.includes("'")
    if (beforeNouns.has(before) || noVerbs.has(word.text)) return false
    if (subjects.has(before)) return true
    const place = `${words[n - 1]?.isCapital ? 'N' : 'n'} ${word.text} ${words[n + 1]?.text ?? ''}`
    return !word.isCapital && of.endings.test(place)
  }
  const greeting = `${oneOf(openers)}(?=\\s*[,.…!;:])`
  return {
    hesitations,
    fillers: hesitations.union(joins).union(openers),
    joins,
    unfinished: list('unfinished'),
    dependent: dependent.union(relative),
    relative,
    relativeAfterNouns: list('relativeAfterNouns'),
    formalities: of.formalities,
    asks: of.asks,
    pause: new RegExp(`(?:,|\\s${oneOf(joins)})[\\s,]+${oneOf(hesitations)}(?=[\\s,])[\\s,]*`, 'giu'),
    inserted: new RegExp(`,\\s*${oneOf(openers, closers)}(?=\\s*,)`, 'giu'),
    opening: new RegExp(`^(?:${oneOf(hesitations, joins)}(?=[\\s,.…])|${greeting})${separators}`, 'iu'),
    greeting: new RegExp(`^${greeting}${separators}`, 'iu'),
    closing: new RegExp(
      `(?:\\s*,+[\\s¿]*${oneOf(closers, hesitations)}|\\s+${oneOf(hesitations)})+[\\s,.!?…;:]*$`,
      'iu',
    ),
    connection: new RegExp(`(?:[\\s,]+${oneOf(hesitations, joins)})+$`, 'iu'),
    isVerb,
    hasVerb: (words) => words.some((_, n) => isVerb(words, n)),
    isOnlyVerb: (word) => verbs.has(word),
    precedesNoun: (word) => beforeNouns.has(word),
    isNoun(words, n) {
      const before = words[n - 1]?.text ?? ''
      if (infinitive.has(before) || subjects.has(before)) return false
      return beforeNouns.has(before) || isVerb(words, n + 1)
    },
    formality(words) {
      let sum = 0
      for (const { text } of words)
        sum += Number(beforeNouns.has(text)) - Number(subjects.has(withoutContraction(text)))
      return sum / words.length
    },
    dangles(text, words) {
      const first = withoutContraction(words[0]!.text)
      if (of.dangling.test(text) || pronouns.has(first)) return true
      return demonstratives.has(first) && (first !== words[0]!.text || isVerb(words, 1))
    },
  }
}
