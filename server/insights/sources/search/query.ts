import type { Alternative, Phrase } from './searches.ts'
import { quoted } from './vector.ts'

/**
 * The rarest so many words of an alternative decide how many it lacks. Each further one lengthens the query by half, and
 * the others count in the rank.
 */
const decidingAtMost = 10

/** Returns the highest number of missing words by which a passage can still match. */
export const mostMissing = (alternatives: Alternative[]): number =>
  Math.max(0, ...alternatives.map((one) => decidingOf(one).length - leastOf(one)))

/** Writes a `tsquery` for passages that lack as many words, but not fewer; null if there cannot be any. */
export function lackingQuery(alternatives: Alternative[], missing: number): string | null {
  const query = toQuery(alternatives, missing)
  if (query === '' || missing === 0) return query || null
  const better = toQuery(alternatives, missing - 1)
  return better === query ? null : `(${query}) & !(${better})`
}

/**
 * Writes the alternatives as a `tsquery` literal, for passages that lack at most as many words. OR binds less than AND, as
 * in `websearch_to_tsquery`.
 */
export const toQuery = (alternatives: Alternative[], missing: number): string =>
  joined(
    alternatives.map((alternative) => {
      const deciding = decidingOf(alternative)
      const count = Math.max(leastOf(alternative), deciding.length - missing)
      return joined(
        [
          ...alternative.required.map(phraseQuery),
          atLeast(count, (count === 1 ? alternative.wanted : deciding).map(phraseQuery)),
          ...alternative.excluded.map((phrase) => `!${phraseQuery(phrase)}`),
        ],
        '&',
      )
    }),
    '|',
  )

/** Writes a `tsquery` for the words of a term, one directly after the other. */
export const phraseQuery = ({ words }: Phrase): string =>
  `(${words
    .map(({ entries, isBeginning }) =>
      joined(
        entries.map((entry) => `${quoted(entry)}${isBeginning ? ':*' : ''}`),
        '|',
      ),
    )
    .join(' <-> ')})`

const decidingOf = ({ wanted }: Alternative): Phrase[] =>
  wanted.length <= decidingAtMost
    ? wanted
    : wanted.toSorted((a, b) => b.weight - a.weight).slice(0, decidingAtMost)

/** Without a quoted term, one word is needed. */
const leastOf = ({ required, wanted }: Alternative): number =>
  Math.min(wanted.length, required.length === 0 ? 1 : 0)

/** Writes a condition that so many of the terms hold: some of the first half, and the others of the second. */
function atLeast(count: number, terms: string[]): string {
  if (count === 0) return ''
  if (count === terms.length) return joined(terms, '&')
  if (count === 1) return joined(terms, '|')
  const [first, second] = [terms.slice(0, terms.length / 2), terms.slice(terms.length / 2)]
  const ways: string[] = []
  for (let n = Math.max(0, count - second.length); n <= Math.min(count, first.length); n++)
    ways.push(joined([atLeast(n, first), atLeast(count - n, second)], '&'))
  return joined(ways, '|')
}

function joined(parts: string[], operator: '&' | '|'): string {
  const written = parts.filter(Boolean)
  return written.length > 1 ? `(${written.join(` ${operator} `)})` : (written[0] ?? '')
}
