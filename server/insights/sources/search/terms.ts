import type { Language } from '#languages'
import { hasBeginnings } from '../../matching/stem.ts'
import { quoted } from './vector.ts'
import { type Word, wordsIn } from './words.ts'

/** A part of a search: words that follow one another, as written. */
export interface Term {
  words: string[]
  isQuoted: boolean
  /** Excludes passages with these words. */
  without: boolean
  /** An alternative to the previous term. */
  or: boolean
}

const written = /(-?)"([^"]*)"?|(-?)([^\s"]+)/g

/**
 * Parses a search as other search engines do: words, “"quoted" in this order”, `or`, `-without`. Any input is valid; a
 * term without a word is ignored. Words written together, such as `follow-up` or a word in Han, must be together in the
 * text as well.
 */
export function termsOf(q: string): Term[] {
  const terms: Term[] = []
  let or = false
  for (const [, minusQuoted, quoted, minus, bare] of q.matchAll(written)) {
    if (bare?.toLowerCase() === 'or' && !minus && terms.length > 0) {
      or = true
      continue
    }
    const text = quoted ?? bare ?? ''
    const words = Array.from(wordsIn(text, null), ({ start, end }) => text.slice(start, end))
    if (words.length === 0) continue
    terms.push({ words, isQuoted: quoted !== undefined, without: Boolean(minusQuoted || minus), or })
    or = false
  }
  return terms
}

/** A word that is searched for in a language. */
export interface Wanted {
  entries: string[]
  /** Whether words that begin with an entry count as well. */
  isBeginning: boolean
}

/** Returns the words of a term in a language. */
export const wantedBy = ({ words }: Term, language: Language | null): Wanted[] =>
  words.map((word) => ({
    entries: [...wordsIn(word, language)].flatMap(({ entries }) => entries),
    isBeginning: hasBeginnings(language),
  }))

export const satisfies = (word: Word, { entries, isBeginning }: Wanted): boolean =>
  entries.some((entry) =>
    isBeginning ? word.entries.some((one) => one.startsWith(entry)) : word.entries.includes(entry),
  )

/** Returns the terms that count: unquoted stop words only if nothing else is searched for. */
export function significant(terms: Term[], stopWords: ReadonlySet<string>): Term[] {
  const isStopWord = ({ words, isQuoted, without }: Term) =>
    !isQuoted && !without && words.every((word) => stopWords.has(word.toLowerCase()))
  const kept = terms.filter((term) => !isStopWord(term))
  return kept.some(({ without }) => !without) ? kept : terms
}

/** Writes the terms as a `tsquery` literal. OR binds less than AND, as in `websearch_to_tsquery`. */
export const toQuery = (terms: Term[], language: Language | null): string =>
  terms
    .map((term, n) => {
      const phrase = wantedBy(term, language)
        .map(({ entries, isBeginning }) =>
          inBrackets(entries.map((entry) => `${quoted(entry)}${isBeginning ? ':*' : ''}`).join(' | ')),
        )
        .join(' <-> ')
      const operator = n === 0 ? '' : term.or ? '| ' : '& '
      return `${operator}${term.without ? '!' : ''}${inBrackets(phrase)}`
    })
    .join(' ')

const inBrackets = (part: string): string => `(${part})`
