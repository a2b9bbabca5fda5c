import type { Patterns, Requirement } from './patterns.ts'
import type { Query, Term } from './query.ts'

/** A query with patterns for its words, and with NOT only at patterns, by De Morgan's laws. */
export type Condition =
  | { kind: 'and'; parts: Condition[] }
  | { kind: 'or'; parts: Condition[] }
  | { kind: 'term'; isNegated: boolean; pattern: number }
  | { kind: 'near'; isNegated: boolean; left: number[]; right: number[]; within: number }

/** Where the patterns occur in a passage. */
export interface Occurrences {
  /** By occurrence: UTF-16 offsets, and the numbers of its first and last word. */
  readonly starts: number[]
  readonly ends: number[]
  readonly firstWords: number[]
  readonly lastWords: number[]
  /** The occurrences of a pattern, in the order of the text. */
  of(pattern: number): readonly number[]
}

/** Converts a query. Drops repeated parts. */
export function conditionOf(
  query: Query,
  patterns: Patterns,
  language: string | null,
  isNegated = false,
): Condition {
  const patternOf = (term: Term) => patterns.add(requirementsOf(term), language)
  switch (query.kind) {
    case 'term':
      return { kind: 'term', isNegated, pattern: patternOf(query) }
    case 'near':
      return {
        kind: 'near',
        isNegated,
        left: [...new Set(query.left.map(patternOf))],
        right: [...new Set(query.right.map(patternOf))],
        within: query.within,
      }
    case 'not':
      return conditionOf(query.part, patterns, language, !isNegated)
    default: {
      const parts = query.parts.map((part) => conditionOf(part, patterns, language, isNegated))
      return {
        kind: (query.kind === 'and') === isNegated ? 'or' : 'and',
        parts: [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()],
      }
    }
  }
}

function requirementsOf({ words, match }: Term): Requirement[] {
  return words.map(({ text, isPrefix }) => ({ word: text, match: isPrefix ? 'prefix' : match }))
}

/** Returns the occurrences that satisfy a condition; null if it does not hold. */
export function reasons(condition: Condition, occurrences: Occurrences): readonly number[] | null {
  switch (condition.kind) {
    case 'and': {
      const all: (readonly number[])[] = []
      for (const part of condition.parts) {
        const found = reasons(part, occurrences)
        if (found === null) return null
        all.push(found)
      }
      return all.flat()
    }
    case 'or': {
      const all = condition.parts.map((part) => reasons(part, occurrences)).filter((found) => found !== null)
      return all.length > 0 ? all.flat() : null
    }
    case 'term':
      return negatable(occurrences.of(condition.pattern), condition)
    case 'near':
      return negatable(near(condition, occurrences), condition)
  }
}

function negatable(
  found: readonly number[],
  { isNegated }: { isNegated: boolean },
): readonly number[] | null {
  if (found.length > 0) return isNegated ? null : found
  return isNegated ? found : null
}

/**
 * Returns patterns of which at least one occurs wherever the condition holds. For AND, those of the part whose shortest
 * pattern is longest, because long ones are rare.
 * @param size returns the length of a pattern
 * @returns null if the condition can hold without any pattern
 */
export function signsOf(condition: Condition, size: (pattern: number) => number): number[] | null {
  if (condition.kind === 'or') {
    const parts = condition.parts.map((part) => signsOf(part, size))
    return parts.includes(null) ? null : parts.flatMap((signs) => signs!)
  }
  if (condition.kind === 'and')
    return rarest(
      condition.parts.map((part) => signsOf(part, size)),
      size,
    )
  if (condition.isNegated) return null
  return condition.kind === 'term' ? [condition.pattern] : rarest([condition.left, condition.right], size)
}

function rarest(all: (number[] | null)[], size: (pattern: number) => number): number[] | null {
  const shortest = (signs: number[]) => Math.min(...signs.map(size))
  return all.reduce(
    (best, signs) => (signs && (!best || shortest(signs) > shortest(best)) ? signs : best),
    null,
  )
}

/** Returns the occurrences on both sides that have one of the other side nearby, before or after, without overlap. */
function near(
  { left, right, within }: Extract<Condition, { kind: 'near' }>,
  occurrences: Occurrences,
): readonly number[] {
  const lefts = left.flatMap((pattern) => occurrences.of(pattern))
  if (lefts.length === 0) return []
  const rights = right.flatMap((pattern) => occurrences.of(pattern))
  return [
    ...new Set([
      ...withNearby(lefts, rights, within, occurrences),
      ...withNearby(rights, lefts, within, occurrences),
    ]),
  ]
}

/** Returns those of `some` with one of `others` nearby, without comparing all pairs: there can be millions. */
function withNearby(
  some: number[],
  others: number[],
  within: number,
  { firstWords, lastWords }: Occurrences,
): number[] {
  const begins = Int32Array.from(others, (other) => firstWords[other]!).sort()
  const ends = Int32Array.from(others, (other) => lastWords[other]!).sort()
  return some.filter((one) => {
    const first = firstWords[one]!
    const last = lastWords[one]!
    return hasBetween(begins, last + 1, last + within) || hasBetween(ends, first - within, first - 1)
  })
}

/** Returns whether one of the sorted numbers is from `from` to `to`, inclusive. */
function hasBetween(numbers: Int32Array, from: number, to: number): boolean {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < from) low = middle + 1
    else high = middle
  }
  return low < numbers.length && numbers[low]! <= to
}
