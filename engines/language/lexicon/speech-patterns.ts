import { own } from '#rules/own'
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
  const patterns = known.get(language) ?? create(own(speech, language)!)
  known.set(language, patterns)
  return patterns
}

const setOf = (words: string) => new Set(words.trim().split(/\s+/))

const oneOf = (...lists: string[]) =>
  `(?:${[...setOf(lists.join(' '))]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll('_', '\\s+').replaceAll("'", "['’]"))
    .join('|')})`

/** Returns “it” of “it's”. */
function withoutContraction(word: string): string {
  const at = word.indexOf("'")
  return at < 0 ? word : word.slice(0, at)
}

const separators = '[\\s,.…!;:–—-]*'

function create(of: Speech): SpeechPatterns {
  const verbs = setOf(of.verbs)
  const subjects = setOf(of.subjects)
  const beforeNouns = setOf(of.beforeNouns)
  const pronouns = setOf(of.pronouns)
  const demonstratives = setOf(of.demonstratives)
  const noVerbs = setOf([of.hesitations, of.joins, of.subjects, of.beforeNouns, of.dependent].join(' '))
  const isVerb = (words: Word[], n: number): boolean => {
    const word = words[n]
    if (!word || (n === 0 && !of.dropsSubjects && !/['’]/.test(word.text))) return false
    const before = words[n - 1]?.text ?? ''
    if (before === of.infinitive) return false
    // Capitalized words within a sentence are verbs only if they are contractions: “I'm”.
    if (verbs.has(word.text)) return n === 0 || !word.isCapital || word.text.includes("'")
    if (beforeNouns.has(before) || noVerbs.has(word.text)) return false
    if (subjects.has(before)) return true
    const place = `${words[n - 1]?.isCapital ? 'N' : 'n'} ${word.text} ${words[n + 1]?.text ?? ''}`
    return !word.isCapital && of.endings.test(place)
  }
  const greeting = `${oneOf(of.openers)}(?=\\s*[,.…!;:])`
  return {
    hesitations: setOf(of.hesitations),
    fillers: setOf(`${of.hesitations} ${of.joins} ${of.openers}`),
    joins: setOf(of.joins),
    unfinished: setOf(of.unfinished),
    dependent: setOf(`${of.dependent} ${of.relative}`),
    relative: setOf(of.relative),
    relativeAfterNouns: setOf(of.relativeAfterNouns ?? ''),
    formalities: of.formalities,
    asks: of.asks,
    pause: new RegExp(`(?:,|\\s${oneOf(of.joins)})[\\s,]+${oneOf(of.hesitations)}(?=[\\s,])[\\s,]*`, 'giu'),
    inserted: new RegExp(`,\\s*${oneOf(of.openers, of.closers)}(?=\\s*,)`, 'giu'),
    opening: new RegExp(`^(?:${oneOf(of.hesitations, of.joins)}(?=[\\s,.…])|${greeting})${separators}`, 'iu'),
    greeting: new RegExp(`^${greeting}${separators}`, 'iu'),
    closing: new RegExp(
      `(?:\\s*,+[\\s¿]*${oneOf(of.closers, of.hesitations)}|\\s+${oneOf(of.hesitations)})+[\\s,.!?…;:]*$`,
      'iu',
    ),
    connection: new RegExp(`(?:[\\s,]+${oneOf(of.hesitations, of.joins)})+$`, 'iu'),
    isVerb,
    hasVerb: (words) => words.some((_, n) => isVerb(words, n)),
    isOnlyVerb: (word) => verbs.has(word),
    precedesNoun: (word) => beforeNouns.has(word),
    isNoun(words, n) {
      const before = words[n - 1]?.text ?? ''
      if (before === of.infinitive || subjects.has(before)) return false
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
