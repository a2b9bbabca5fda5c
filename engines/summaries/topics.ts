import { isUnit, lexiconOf, speechPatternsOf, wordsIn } from '#engines/language/lexicon'
import type { Candidate } from './candidates.ts'
import { mostFrequent } from './wording.ts'

export interface Topic {
  /** A word that all of its sentences share, in its most frequent form; null if they share none. */
  topic: string | null
  candidates: Candidate[]
}

/** Groups sentences by shared words, the most widely shared first. */
export function groupByTopic(chosen: Candidate[]): Topic[] {
  const left = new Set(chosen)
  const groups: Topic[] = []
  while (left.size > 2) {
    const having = new Map<string, Candidate[]>()
    for (const candidate of left) {
      for (const stem of candidate.stems) having.set(stem, [...(having.get(stem) ?? []), candidate])
    }
    // A word that nearly all share does not distinguish groups.
    const dividing = [...having].filter(
      ([, { length }]) => length > 1 && length <= Math.max(2, chosen.length * 0.6),
    )
    const [widest] = dividing
      .map(([stem, candidates]) => ({
        stem,
        candidates,
        value: candidates.length * namesTopic(stem, candidates),
      }))
      .filter(({ value }) => value > 0)
      .sort((a, b) => b.value - a.value || longer(a.stem, b.stem))
    if (!widest) break
    const { stem, candidates } = widest
    for (const candidate of candidates) left.delete(candidate)
    groups.push({ topic: written(stem, candidates), candidates })
  }
  if (left.size === 0) return groups
  return [...groups, { topic: groups.length > 0 ? 'Also' : null, candidates: [...left] }]
}

/** Returns how well a word names a topic, from 0 to 1: nouns that are rare in general. */
function namesTopic(stem: string, candidates: Candidate[]): number {
  const uses = candidates.flatMap(({ quotation, language }) => {
    const lexicon = lexiconOf(language)
    const words = wordsIn(quotation.text)
    const patterns = speechPatternsOf(language)
    return words.flatMap(({ text, isCapital }, n) => {
      if (lexicon.stem(text) !== stem) return []
      return [{ isNoun: language === 'de' ? isCapital : !patterns || patterns.isNoun(words, n), lexicon }]
    })
  })
  const nouns = uses.filter(({ isNoun }) => isNoun).length / Math.max(1, uses.length)
  const { lexicon } = uses[0]!
  return nouns < 0.5 || isUnit(stem, lexicon) ? 0 : lexicon.specificity(stem) ** 2
}

const longer = (a: string, b: string) => b.length - a.length || (a < b ? -1 : 1)

/** Returns the most frequent form of a stem, capitalized. */
function written(stem: string, candidates: Candidate[]): string {
  const forms = new Map<string, number>()
  for (const { quotation, language } of candidates) {
    const lexicon = lexiconOf(language)
    for (const { text } of wordsIn(quotation.text)) {
      if (lexicon.stem(text) === stem) forms.set(text, (forms.get(text) ?? 0) + 1)
    }
  }
  return mostFrequent(forms)
}
