import type { Patterns, Requirement } from './patterns.ts'
import type { Query, Term } from './query.ts'

/** A query with its words as patterns, and with NOT only where a pattern stands: De Morgan brings it there. */
export type Condition =
  | { kind: 'and'; parts: Condition[] }
  | { kind: 'or'; parts: Condition[] }
  | { kind: 'term'; isNegated: boolean; pattern: number }
  | { kind: 'near'; isNegated: boolean; left: number[]; right: number[]; within: number }

/** Where the patterns stand in a passage. */
export interface Occurrences {
  /** By occurrence: UTF-16 offsets, and the numbers of its first and last word. */
  readonly starts: number[]
  readonly ends: number[]
  readonly firstWords: number[]
  readonly lastWords: number[]
  /** The occurrences of a pattern, in the order of the text. */
  of(pattern: number): readonly number[]
}

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
        left: query.left.map(patternOf),
        right: query.right.map(patternOf),
        within: query.within,
      }
    case 'not':
      return conditionOf(query.part, patterns, language, !isNegated)
    default:
      return {
        kind: (query.kind === 'and') === isNegated ? 'or' : 'and',
        parts: query.parts.map((part) => conditionOf(part, patterns, language, isNegated)),
      }
  }
}

function requirementsOf({ words, match }: Term): Requirement[] {
  return words.map(({ text, isPrefix }) => ({ word: text, match: isPrefix ? 'prefix' : match }))
}

export function holds(condition: Condition, occurrences: Occurrences): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.every((part) => holds(part, occurrences))
    case 'or':
      return condition.parts.some((part) => holds(part, occurrences))
    case 'term':
      return occurrences.of(condition.pattern).length > 0 !== condition.isNegated
    case 'near':
      return near(condition, occurrences).length > 0 !== condition.isNegated
  }
}

/** The occurrences that make it hold. */
export function reasons(condition: Condition, occurrences: Occurrences): number[] {
  if (!holds(condition, occurrences)) return []
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.parts.flatMap((part) => reasons(part, occurrences))
  return condition.kind === 'term' ? [...occurrences.of(condition.pattern)] : near(condition, occurrences)
}

/**
 * Patterns of which one occurs wherever the condition holds; of AND, those of the part whose shortest pattern is
 * longest, because long ones are rare.
 * @param size of a pattern
 * @returns null where it also holds without any
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

/** The occurrences on both sides that have one of the other side near, before or after, and do not overlap it. */
function near(
  { left, right, within }: Extract<Condition, { kind: 'near' }>,
  occurrences: Occurrences,
): number[] {
  const { firstWords, lastWords } = occurrences
  const all = (patterns: number[]) =>
    patterns
      .flatMap((pattern) => occurrences.of(pattern))
      .sort((one, other) => firstWords[one]! - firstWords[other]!)
  const lefts = all(left)
  if (lefts.length === 0) return []
  const rights = all(right)
  const found = new Set<number>()
  for (const [earlier, later] of [
    [lefts, rights],
    [rights, lefts],
  ] as const) {
    for (const one of earlier) {
      const after = lastWords[one]!
      for (let n = firstWhere(later, (other) => firstWords[other]! > after); n < later.length; n++) {
        const other = later[n]!
        if (firstWords[other]! > after + within) break
        found.add(one).add(other)
      }
    }
  }
  return [...found]
}

/** The index of the first that it is true of, where it is true of all that follow, too. */
function firstWhere(values: readonly number[], isTrue: (value: number) => boolean): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isTrue(values[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
