import type { Quote } from '../grounding.ts'

/** A sentence with what VADER says of it, from -1 to 1. */
export interface Judged {
  compound: number
  by: string
  quote: Quote
}

/** How many sentences are of which tone, and those that say so most. */
export interface Tally {
  sentences: number
  positive: number
  neutral: number
  negative: number
  sum: number
  /** The strongest come first; of those alike, those that came first. */
  best: Judged[]
  worst: Judged[]
  /** The first neutral one, to be cited where there are no others. */
  plain: Judged | null
  /** How many of these are kept. */
  kept: number
}

/** VADER’s own thresholds. */
const threshold = 0.05

export const emptyTally = (kept: number): Tally => ({
  sentences: 0,
  positive: 0,
  neutral: 0,
  negative: 0,
  sum: 0,
  best: [],
  worst: [],
  plain: null,
  kept,
})

/** Counts a sentence, which is made into what is kept only where it is. */
export function count(tally: Tally, compound: number, make: () => Judged): void {
  tally.sentences++
  tally.sum += compound
  if (compound >= threshold) tally.positive++
  else if (compound <= -threshold) tally.negative++
  else {
    tally.neutral++
    tally.plain ??= make()
  }
  if (compound >= threshold) keep(tally.best, compound, tally.kept, make)
  if (compound <= -threshold) keep(tally.worst, compound, tally.kept, make)
}

/** Adds what another has counted, and gives the first. */
export function join(tally: Tally, other: Tally): Tally {
  tally.sentences += other.sentences
  tally.positive += other.positive
  tally.neutral += other.neutral
  tally.negative += other.negative
  tally.sum += other.sum
  tally.plain ??= other.plain
  for (const judged of other.best) keep(tally.best, judged.compound, tally.kept, () => judged)
  for (const judged of other.worst) keep(tally.worst, judged.compound, tally.kept, () => judged)
  return tally
}

function keep(list: Judged[], compound: number, atMost: number, make: () => Judged): void {
  const strength = Math.abs(compound)
  const place = list.findIndex((other) => Math.abs(other.compound) < strength)
  if (place < 0 && list.length >= atMost) return
  const judged = make()
  // What many say in the same words is quoted once.
  if (list.some(({ quote }) => quote.quote === judged.quote.quote)) return
  list.splice(place < 0 ? list.length : place, 0, judged)
  if (list.length > atMost) list.pop()
}

/** The mean of all sentences, from -1 to 1. */
export const scoreOf = ({ sum, sentences }: Tally): number => sum / sentences

/** The sentences that show it: the most positive and the most negative; any, where all are neutral. */
export const extremes = ({ best, worst, plain }: Tally): Quote[] =>
  (best[0] || worst[0] ? [best[0], worst[0]] : [plain]).flatMap((judged) => (judged ? [judged.quote] : []))

export function toneOf(tally: Tally): string {
  const score = scoreOf(tally)
  if (score >= 0.3) return 'clearly positive'
  if (score >= threshold) return 'rather positive'
  if (score > -threshold) return tally.positive + tally.negative > tally.neutral ? 'mixed' : 'neutral'
  return score > -0.3 ? 'rather negative' : 'clearly negative'
}
