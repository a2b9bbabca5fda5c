import type { Lexicon } from '../text/words.ts'

/** They write compounds as one word, such as “Wartezeit”. */
const compounding = new Set(['da', 'de', 'nl', 'no', 'sv'])
/** Of the parts of a compound, in letters. */
const shortest = 4
/** Parts that are frequent in general say little: “Zeit”. */
const leastSpecificity = 0.6

/** Returns a function that finds the term that a stem is, or with which it shares a part of a compound. */
export function termFinder(
  terms: Map<string, number>,
  lexicon: Lexicon,
): (stem: string) => number | undefined {
  if (!compounding.has(lexicon.language ?? '')) return (stem) => terms.get(stem)
  const known = new Map<string, number | undefined>()
  return (stem) => {
    if (!known.has(stem)) known.set(stem, terms.get(stem) ?? ofCompound(stem))
    return known.get(stem)
  }

  function ofCompound(stem: string): number | undefined {
    for (const [term, n] of terms) {
      const [part, whole] = term.length < stem.length ? [term, stem] : [stem, term]
      const isPart = part.length >= shortest && whole.length - part.length >= shortest - 1
      if (
        isPart &&
        (whole.startsWith(part) || whole.endsWith(part)) &&
        lexicon.specificity(part) >= leastSpecificity
      )
        return n
    }
    return undefined
  }
}
