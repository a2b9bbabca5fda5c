import { lexiconOf } from '#engines/language/lexicon'
import type { Counts } from './counts.ts'

/** A sentence or passage to choose from. */
export interface Candidate {
  source: { id: string }
  language: string | null
  stems: Set<string>
  /** How well it reads on its own, and how likely its place is important, apart from its words. */
  weight: number
}

/** Above this similarity, two sentences say the same. */
const same = 0.6
/** How much likeness counts against an answer: one that resembles another is better than one that is off topic. */
const likeness = 0.3
/** Discounts a word that chosen sentences have. */
const covered = 0.5
/** Discounts further sentences of the same source. */
const sameSource = 0.8

/**
 * Chooses the most important sentences that repeat each other least, the most important first.
 * @param relevance of each sentence to a question; without one, sentences of typical words are important, and words of the
 *   sentences chosen before are less so (as in SumBasic, Nenkova and Vanderwende 2005)
 */
export function choose<Some extends Candidate>(
  all: Some[],
  counts: Counts,
  atMost: number,
  relevance: ((candidate: Some) => number) | null,
): Some[] {
  const vectors = all.map((candidate) => unitVector(candidate, counts))
  const left = new Set(all.keys())
  const closest = new Float64Array(all.length)
  const ofSource = new Map<string, number>()
  const freshness = new Map<string, number>()
  const importance = (n: number) => {
    const candidate = all[n]!
    if (relevance) return relevance(candidate) * (1 - likeness * closest[n]!)
    return typicality(candidate, counts, freshness)
  }
  const chosen: Some[] = []
  while (chosen.length < atMost) {
    let best = -1
    let bestScore = 0
    for (const n of left) {
      if (closest[n]! > same) continue
      const score = importance(n) * sameSource ** (ofSource.get(all[n]!.source.id) ?? 0)
      if (score > bestScore) [best, bestScore] = [n, score]
    }
    if (best < 0) break
    left.delete(best)
    const candidate = all[best]!
    chosen.push(candidate)
    ofSource.set(candidate.source.id, (ofSource.get(candidate.source.id) ?? 0) + 1)
    for (const stem of candidate.stems) freshness.set(stem, (freshness.get(stem) ?? 1) * covered)
    for (const n of left) closest[n] = Math.max(closest[n]!, cosine(vectors[n]!, vectors[best]!))
  }
  return chosen
}

/** Returns how typical the words of a sentence are of the material, times its weight. */
export function typicality(
  { stems, language, weight }: Candidate,
  counts: Counts,
  freshness?: Map<string, number>,
): number {
  const lexicon = lexiconOf(language)
  let sum = 0
  for (const stem of stems)
    sum += counts.frequency(stem, lexicon.specificity(stem)) * (freshness?.get(stem) ?? 1)
  // Normalizes for the length of sentences.
  return (sum / (4 + stems.size)) * weight
}

/** Words that are rare in the material count more, and those that are frequent in any text count less. */
function unitVector({ stems, language }: Candidate, counts: Counts): Map<string, number> {
  const lexicon = lexiconOf(language)
  const weights = Array.from(
    stems,
    (stem) => [stem, counts.rarity(stem) * lexicon.specificity(stem)] as const,
  )
  const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1
  return new Map(weights.map(([stem, weight]) => [stem, weight / length]))
}

function cosine(a: Map<string, number>, b: Map<string, number>): number {
  let sum = 0
  for (const [stem, weight] of a) sum += weight * (b.get(stem) ?? 0)
  return sum
}
