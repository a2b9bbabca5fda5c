import type { Quote } from '../draft.ts'

/** A sentence with its VADER score, from -1 to 1. */
export interface Judged {
  compound: number
  by: string
  quote: Quote
}

/** Counts sentences by tone, and keeps the strongest ones. */
export interface Tally {
  sentences: number
  positive: number
  neutral: number
  negative: number
  sum: number
  /** The strongest first; equally strong ones in the order of the text. */
  best: Judged[]
  worst: Judged[]
  /** The first neutral sentence, to be cited if there are no others. */
  plain: Judged | null
  /** The most sentences to keep in each list. */
  kept: number
}

/** As defined by VADER. */
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

/** Counts a sentence. `make` is called only if the sentence is kept. */
export function count(tally: Tally, compound: number, make: () => Judged): void {
  tally.sentences++
  tally.sum += compound
  if (compound >= threshold) {
    tally.positive++
    keep(tally.best, compound, tally.kept, make)
  } else if (compound <= -threshold) {
    tally.negative++
    keep(tally.worst, compound, tally.kept, make)
  } else {
    tally.neutral++
    tally.plain ??= make()
  }
}

/** Adds another tally to the first, and returns it. */
export function join(tally: Tally, other: Tally): Tally {
  for (const field of ['sentences', 'positive', 'neutral', 'negative', 'sum'] as const)
    tally[field] += other[field]
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
  // The same words are quoted once.
  if (list.some(({ quote }) => quote.quote === judged.quote.quote)) return
  list.splice(place < 0 ? list.length : place, 0, judged)
  if (list.length > atMost) list.pop()
}

/** Returns the mean of all sentences, from -1 to 1. */
export const scoreOf = ({ sum, sentences }: Tally): number => sum / sentences

/** Returns the most positive and the most negative sentence, or a neutral one if there are no others. */
export const extremes = ({ best, worst, plain }: Tally): Quote[] =>
  (best[0] || worst[0] ? [best[0], worst[0]] : [plain]).flatMap((judged) => (judged ? [judged.quote] : []))

export function toneOf(tally: Tally): string {
  const score = scoreOf(tally)
  if (score >= 0.3) return 'clearly positive'
  if (score >= threshold) return 'rather positive'
  if (score > -threshold) return tally.positive + tally.negative > tally.neutral ? 'mixed' : 'neutral'
  return score > -0.3 ? 'rather negative' : 'clearly negative'
}
