import { polarityOf, threshold } from '#engines/sentiment'
import type { Quote } from './draft.ts'

/** A sentence with its sentiment, from -1 to 1. */
export interface Judged {
  compound: number
  by: string
  quote: Quote
}

/** Counts sentences by tone, and keeps the strongest ones. */
export interface Tally {
  positive: number
  neutral: number
  negative: number
  /** Sentences in which nothing indicates either side. */
  notJudged: number
  /** The sum of the scores of all judged sentences. */
  sum: number
  /** The strongest first; equally strong ones in the order of the text. */
  best: Judged[]
  worst: Judged[]
  /** The first sentence, to be cited if none is kept. */
  first: Quote | null
  /** The most sentences to keep in each list. */
  kept: number
}

export const emptyTally = (kept: number): Tally => ({
  positive: 0,
  neutral: 0,
  negative: 0,
  notJudged: 0,
  sum: 0,
  best: [],
  worst: [],
  first: null,
  kept,
})

/** The number of sentences with a sentiment. */
export const judgedIn = ({ positive, neutral, negative }: Tally): number => positive + neutral + negative

export const sentencesIn = (tally: Tally): number => judgedIn(tally) + tally.notJudged

/** Counts a sentence by its sentiment, or as not judged. */
export function count(tally: Tally, compound: number | null): void {
  if (compound === null) {
    tally.notJudged++
    return
  }
  tally.sum += compound
  tally[polarityOf(compound)]++
}

/** Keeps a sentence if it is among the strongest. `make` is called only then. */
export function quote(tally: Tally, compound: number, make: () => Judged): void {
  const polarity = polarityOf(compound)
  if (polarity !== 'neutral')
    keep(polarity === 'positive' ? tally.best : tally.worst, compound, tally.kept, make)
}

/** Adds another tally to the first, and returns it. */
export function join(tally: Tally, other: Tally): Tally {
  for (const field of ['positive', 'neutral', 'negative', 'notJudged', 'sum'] as const)
    tally[field] += other[field]
  tally.first ??= other.first
  for (const judged of [...other.best, ...other.worst]) quote(tally, judged.compound, () => judged)
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

/** Returns the mean of the sentences that are judged, from -1 to 1, or null if there are none. */
export function scoreOf(tally: Tally): number | null {
  const judged = judgedIn(tally)
  return judged === 0 ? null : tally.sum / judged
}

/** Returns the most positive and the most negative sentence, or the first if there are no such sentences. */
export function extremes({ best, worst, first }: Tally): Quote[] {
  const strongest = [best[0], worst[0]].flatMap((judged) => (judged ? [judged.quote] : []))
  return strongest.length > 0 || !first ? strongest : [first]
}

export function toneOf(tally: Tally): string {
  const score = scoreOf(tally) ?? 0
  if (score >= 0.3) return 'clearly positive'
  if (score >= threshold) return 'rather positive'
  if (score > -threshold) return tally.positive + tally.negative > tally.neutral ? 'mixed' : 'neutral'
  return score > -0.3 ? 'rather negative' : 'clearly negative'
}
