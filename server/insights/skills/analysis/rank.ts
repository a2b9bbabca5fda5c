import type { Sentence } from '../text/passages.ts'
import type { Counts } from './counts.ts'

export interface Candidate {
  source: { id: string; title: string; reading: string }
  sentence: Sentence
  stems: Set<string>
  /** To the question, from 0 to 1. */
  relevance: number
  /** Its importance apart from its words. */
  weight: number
  language: string | null
}

const similarEnough = 0.1
/** Above this similarity, two sentences say the same. */
const same = 0.6
const damping = 0.85
const rounds = 30
/** Discounts further sentences of the same source. */
const sameSource = 0.8

/** Chooses the most central sentences that repeat each other least, the most important first. */
export function choose(all: Candidate[], counts: Counts, atMost: number, asked: boolean): Candidate[] {
  const vectors = all.map(({ stems }) => unitVector(stems, counts))
  const similar = similarities(vectors)
  const importance = rank(similar, all, asked)
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

function unitVector(stems: Set<string>, counts: Counts): Map<string, number> {
  const weights = Array.from(stems, (stem) => [stem, counts.rarity(stem)] as const)
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

/** LexRank by power iteration, biased towards the question if there is one (Otterbacher et al. 2009). */
function rank(similar: Map<number, number>[], all: Candidate[], asked: boolean): Float64Array {
  const size = all.length
  const prior = all.map(({ weight, relevance }) => (asked ? 0.02 + relevance : weight))
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
  return scores.map((score, n) => score * all[n]!.weight)
}
