import { wordsIn } from './words.ts'

/** One thing that is asked for: words that stand one after the other. */
export interface Term {
  words: string[]
  /** Passages with it are not wanted. */
  without: boolean
  /** Either this or the term before it. */
  or: boolean
}

const written = /(-?)"([^"]*)"?|(-?)([^\s"]+)/g

/**
 * Reads what is searched for, as people write it for other search engines: words, “"quoted" in this order”, `or`,
 * `-without`. Whatever is written means something; a term without any word is left out. What is written in one piece,
 * such as `follow-up` or a word in Han, stands together in the text as well.
 */
export function termsOf(q: string): Term[] {
  const terms: Term[] = []
  let or = false
  for (const [, minusQuoted, quoted, minus, bare] of q.matchAll(written)) {
    if (bare?.toLowerCase() === 'or' && !minus && terms.length > 0) {
      or = true
      continue
    }
    const words = Array.from(wordsIn(quoted ?? bare ?? ''), ({ indexed }) => indexed)
    if (words.length === 0) continue
    terms.push({ words, without: Boolean(minusQuoted || minus), or })
    or = false
  }
  return terms
}

/** The terms as websearch_to_tsquery reads them, each quoted. */
export const toWebsearch = (terms: Term[]): string =>
  terms
    .map(({ words, without, or }) => `${or ? 'or ' : ''}${without ? '-' : ''}"${words.join(' ')}"`)
    .join(' ')
