import { wordsOf } from '#engines/language'
import { type Condition, conditionOf, signsOf } from './condition.ts'
import type { Phrase, TrackerSet } from './definition.ts'
import { Dictionary } from './dictionary.ts'
import { Patterns } from './patterns.ts'
import { parseQuery } from './query.ts'
import { comparable } from './scope.ts'

/** What to do if a pattern occurs. Trackers are given by their index in the set. */
export interface Uses {
  /** The phrases, by their index, of these trackers. */
  phraseOf: { tracker: number; rule: number }[]
  /** These trackers exclude the passage. */
  excludedBy: number[]
  /** The queries of these trackers may hold in the passage. */
  signFor: number[]
}

/** A set of trackers, prepared for texts of one language. */
export interface ReadySet {
  patterns: Patterns
  dictionary: Dictionary
  /** What to do at each pattern. */
  uses: Uses[]
  /** The query of each tracker, if it has one. */
  conditions: (Condition | null)[]
  /** By tracker, as `comparable` writes them; null if it hears everyone. */
  speakers: (Set<string> | null)[]
}

/** Prepares a set. @throws QueryError if the query of a tracker is invalid */
export function prepare({ trackers }: TrackerSet, textLanguage: string | null): ReadySet {
  const patterns = new Patterns()
  const uses: Uses[] = []
  const usesOf = (pattern: number) => (uses[pattern] ??= { phraseOf: [], excludedBy: [], signFor: [] })
  const conditions = trackers.map(({ definition }, tracker) => {
    const language = definition.language ?? textLanguage
    for (const [rule, phrase] of definition.phrases.entries()) {
      usesOf(patternOf(phrase, patterns, language)).phraseOf.push({ tracker, rule })
    }
    for (const phrase of definition.exclude) {
      usesOf(patternOf(phrase, patterns, language)).excludedBy.push(tracker)
    }
    if (definition.query === null) return null
    const condition = conditionOf(parseQuery(definition.query), patterns, language)
    for (const sign of signsOf(condition, (pattern) => patterns.sizes[pattern]!) ?? []) {
      usesOf(sign).signFor.push(tracker)
    }
    return condition
  })
  // Some patterns are only part of a condition.
  for (const pattern of patterns.sizes.keys()) usesOf(pattern)
  const speakers = trackers.map(({ definition }) =>
    definition.scope.speakers ? new Set(definition.scope.speakers.map(comparable)) : null,
  )
  const dictionary = new Dictionary((word) => patterns.atomsOf(word))
  return { patterns, dictionary, uses, conditions, speakers }
}

/** A phrase without a word is a pattern that never occurs. */
function patternOf({ text, match }: Phrase, patterns: Patterns, language: string | null): number {
  return patterns.add(
    wordsOf(text).map((word) => ({ word, match })),
    language,
  )
}
