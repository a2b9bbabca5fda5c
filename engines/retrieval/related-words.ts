import type { Lexicon } from '#engines/language/lexicon'

/** These languages write compounds as one word, such as “Wartezeit”. */
const compounding = new Set(['da', 'de', 'nl', 'no', 'sv'])
/** Of the parts of a compound, in letters. Parts that are frequent in general, such as “Zeit”, say little. */
const part = { least: 4, otherLeast: 3, specificity: 0.6 }
/** Words of one family begin alike: deliver, delivery. */
const family = { least: 5, endingAtMost: 3 }

const knownAtMost = 100_000

/** Returns a function that finds the term that a stem is, or to which it is related. */
export function termFinder(
  terms: Map<string, number>,
  lexicon: Lexicon,
): (stem: string) => number | undefined {
  const known = new Map<string, number | undefined>()
  return (stem) => {
    const exact = terms.get(stem)
    if (exact !== undefined) return exact
    if (known.size >= knownAtMost) known.clear()
    if (!known.has(stem)) known.set(stem, [...terms].find(([term]) => areRelated(stem, term))?.[1])
    return known.get(stem)
  }

  function areRelated(stem: string, term: string): boolean {
    const [shorter, longer] = stem.length < term.length ? [stem, term] : [term, stem]
    const rest = longer.length - shorter.length
    if (!compounding.has(lexicon.language ?? ''))
      return shorter.length >= family.least && rest <= family.endingAtMost && longer.startsWith(shorter)
    const isPart = longer.startsWith(shorter) || longer.endsWith(shorter)
    const isLong = shorter.length >= part.least && rest >= part.otherLeast
    return isPart && isLong && lexicon.specificity(shorter) >= part.specificity
  }
}
