import type { Citation } from '#contract'

/** Brackets in quoted text are escaped, so a number in plain brackets is a citation. */
export const citation = /(?<!\\)\[(\d+)\]/g

export interface Cited extends Citation {
  number: number
}

/** Returns the citations that a document uses, in its order; programs may use others. */
export const citedIn = (markdown: string, citations: Citation[]): Cited[] =>
  [...new Set([...markdown.matchAll(citation)].map(([, number]) => Number(number)))].flatMap((number) => {
    const citation = citations[number - 1]
    return citation ? [{ ...citation, number }] : []
  })
