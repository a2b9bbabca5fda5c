import { indexedWords } from './words.ts'

/** A part of a search: words that follow one another. */
export interface Term {
  words: string[]
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
    const words = indexedWords(quoted ?? bare ?? '')
    if (words.length === 0) continue
    terms.push({ words, without: Boolean(minusQuoted || minus), or })
    or = false
  }
  return terms
}

/** Writes the terms for websearch_to_tsquery, each quoted. */
export const toWebsearch = (terms: Term[]): string =>
  terms
    .map(({ words, without, or }) => `${or ? 'or ' : ''}${without ? '-' : ''}"${words.join(' ')}"`)
    .join(' ')
