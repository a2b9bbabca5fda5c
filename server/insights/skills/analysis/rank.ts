import { lexiconOf } from '../text/words.ts'
import type { Candidate } from './candidates.ts'
import type { Counts } from './counts.ts'

const similarEnough = 0.1
/** Above this similarity, two sentences say the same. */
const same = 0.6
const damping = 0.85
const rounds = 30
/** Discounts further sentences of the same source. */
const sameSource = 0.8

/**
 * Chooses the most important sentences that repeat each other least, the most important first.
 * @param relevance of each sentence to a question; without one, central sentences are important
 */
export function choose(
  all: Candidate[],
  counts: Counts,
  atMost: number,
  relevance: ((candidate: Candidate) => number) | null,
): Candidate[] {
  const similar = similarities(all.map((candidate) => unitVector(candidate, counts)))
  const importance = relevance ? all.map(relevance) : centrality(similar, all, counts)
  const left = new Set(all.keys())
  const closest = new Float64Array(all.length)
  const ofSource = new Map<string, number>()
  const chosen: Candidate[] = []
  while (chosen.length < atMost && left.size > 0) {
    let best = -1
    let bestScore = -Infinity
    for (const n of left) {
      if (closest[n]! > same) continue
      const fromHere = ofSource.get(all[n]!.source.id) ?? 0
      const score = importance[n]! * sameSource ** fromHere - 0.7 * closest[n]! * importance[n]!
      if (score > bestScore) [best, bestScore] = [n, score]
    }
    if (best < 0) break
    left.delete(best)
    const candidate = all[best]!
    chosen.push(candidate)
    ofSource.set(candidate.source.id, (ofSource.get(candidate.source.id) ?? 0) + 1)
    for (const [other, likeness] of similar[best]!) closest[other] = Math.max(closest[other]!, likeness)
  }
  return chosen
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

/** Returns the cosine similarity of all sentences that share a stem. */
function similarities(vectors: Map<string, number>[]): Map<number, number>[] {
  const having = new Map<string, [number, number][]>()
  const similar = vectors.map(() => new Map<number, number>())
  vectors.forEach((vector, n) => {
    for (const [stem, weight] of vector) {
      const others = having.get(stem) ?? []
      for (const [other, otherWeight] of others) {
        similar[n]!.set(other, (similar[n]!.get(other) ?? 0) + weight * otherWeight)
      }
      others.push([n, weight])
      having.set(stem, others)
    }
  })
  similar.forEach((row, n) => {
    for (const [other, likeness] of row) if (other < n) similar[other]!.set(n, likeness)
  })
  return similar
}

/** LexRank by power iteration, which prefers long sentences; those of typical words count more. */
function centrality(similar: Map<number, number>[], all: Candidate[], counts: Counts): number[] {
  const size = all.length
  const prior = all.map(({ weight }) => weight)
  const priorSum = prior.reduce((sum, one) => sum + one, 0) || 1
  const links = similar.map((row) => [...row].filter(([, likeness]) => likeness >= similarEnough))
  const sums = links.map((row) => row.reduce((sum, [, likeness]) => sum + likeness, 0))
  let scores = new Float64Array(size).fill(1 / Math.max(1, size))
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(size)
    for (let n = 0; n < size; n++) next[n] = ((1 - damping) * prior[n]!) / priorSum
    for (let n = 0; n < size; n++) {
      if (sums[n] === 0) continue
      for (const [other, likeness] of links[n]!) next[other]! += (damping * scores[n]! * likeness) / sums[n]!
    }
    scores = next
  }
  return all.map(
    ({ weight, stems, language }, n) =>
      scores[n]! * weight * counts.frequency(stems, lexiconOf(language)) ** 2,
  )
}
