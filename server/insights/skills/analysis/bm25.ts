import type { Lexicon, Word } from '../text/words.ts'
import { termFinder } from './compounds.ts'
import { type Term, termsOf } from './question.ts'

/** Where a passage has words of the question. */
export interface Match {
  /** A bit for each word of the question that the passage has in any form. */
  terms: number
  /** How often it has each of them. */
  frequencies: Uint8Array
  /** In words. */
  length: number
  /** From 0 to 1, if its words are next to each other. */
  closeness: number
}

/** Ranks passages by their relevance to a question. */
export interface Relevance {
  /** Returns whether a stem is that of a word of the question. */
  asks(stem: string, lexicon: Lexicon): boolean
  /** Counts a passage. Returns null if it has no word of the question. */
  count(words: Word[], lexicon: Lexicon): Match | null
  /** Returns the share of the question that a passage has words of, from 0 to 1, without regard to their rarity. */
  share(match: Match): number
  /** Returns how relevant a passage is among those counted so far; comparable within a run only. */
  score(match: Match): number
  /** Returns the score from which a passage is about the question: fewer answers are better than others. */
  leastScore(): number
}

/** Of BM25, for short passages: repetition and length count little. */
const k1 = 0.9
const b = 0.4
const proximity = 0.3
/** Of the score of the question's most important word, with its modifier. */
const leastShare = 0.6
/** A word in fewer passages is no topic of the material. */
const fewPassages = 3
/** A word of less weight, compared with the others, is not what the question is about. */
const weighty = 0.7

/**
 * BM25 (Robertson and Zaragoza 2009) over all passages of a run, by the stems of the language of each. Words that go
 * together, like “remote control”, count no more than the pair does: the inverse document frequency of each word is that
 * among the passages with the more important words. Keeps counts of the question's words only.
 */
export function relevanceTo(question: string): Relevance {
  let terms: Term[] = []
  const byLanguage = new Map<string | null, (stem: string) => number | undefined>()
  /** The number of passages with exactly these terms. */
  let exactly = new Uint32Array(1)
  let atLeast: Uint32Array | null = null
  let order: number[] | null = null
  let passages = 0
  let length = 0

  const weightOf = (found: number) =>
    terms.reduce((sum, { weight }, n) => sum + (found & (1 << n) ? weight : 0), 0)

  return {
    asks: (stem, lexicon) => termIn(lexicon)(stem) !== undefined,
    count(words, lexicon) {
      passages++
      length += words.length
      const match = find(words, lexicon)
      exactly[match?.terms ?? 0]!++
      atLeast = order = null
      return match
    },
    share: ({ terms: found }) => weightOf(found) / weightOf(-1),
    score({ terms: found, frequencies, length: words, closeness }) {
      const norm = k1 * (1 - b + (b * words) / (length / passages))
      let score = 0
      let before = 0
      let more = 0
      for (const n of byImportance()) {
        if (!(found & (1 << n))) continue
        more |= 1 << n
        const information = rarity(more)
        const frequency = (frequencies[n]! * (k1 + 1)) / (frequencies[n]! + norm)
        const together = before > 0 ? 1 + proximity * closeness : 1
        score += (information - before) * terms[n]!.weight * frequency * together
        before = information
      }
      return score
    },
    leastScore() {
      const present = byImportance().filter((n) => terms[n]!.head === null && having(1 << n) > 0)
      const least = weighty * Math.max(...present.map((n) => terms[n]!.weight))
      const topics = present.filter((n) => terms[n]!.weight >= least)
      const most = topics.find((n) => having(1 << n) >= fewPassages) ?? topics[0]
      if (most === undefined) return Infinity
      const modified = terms.reduce((all, { head }, n) => (head === most ? all | (1 << n) : all), 1 << most)
      return leastShare * rarity(having(modified) > 0 ? modified : 1 << most) * terms[most]!.weight
    },
  }

  /** The number of passages with all of these terms, and perhaps others. */
  function having(all: number): number {
    atLeast ??= sumsOfSupersets(exactly)
    return atLeast[all]!
  }

  /** The inverse document frequency of the combination. */
  function rarity(all: number): number {
    const count = having(all)
    return Math.log(1 + (passages - count + 0.5) / (count + 0.5))
  }

  /** A modifier comes after the word that it specifies. */
  function importance(n: number): number {
    const { head, weight } = terms[n]!
    return head === null ? rarity(1 << n) * weight : importance(head)
  }

  function byImportance(): number[] {
    order ??= [...terms.keys()].sort((a, b) => importance(b) - importance(a) || a - b)
    return order
  }

  /** Stop words of the passage's language count only as modifiers, or if the question has no other words. */
  function termIn(lexicon: Lexicon): (stem: string) => number | undefined {
    const known = byLanguage.get(lexicon.language)
    if (known) return known
    if (byLanguage.size === 0) {
      terms = termsOf(question, lexicon.language)
      exactly = new Uint32Array(1 << terms.length)
    }
    const all = terms.map(({ word, head }, n) => ({ word, head, n }))
    const content = all.filter(({ word, head }) => head !== null || !lexicon.isStopWord(word))
    const asked = content.some(({ head }) => head === null) ? content : all
    const find = termFinder(new Map(asked.map(({ word, n }) => [lexicon.stem(word), n])), lexicon)
    byLanguage.set(lexicon.language, find)
    return find
  }

  function find(words: Word[], lexicon: Lexicon): Match | null {
    const termOf = termIn(lexicon)
    const frequencies = new Uint8Array(terms.length)
    const places: { term: number; at: number }[] = []
    let found = 0
    words.forEach(({ text }, at) => {
      const term = termOf(lexicon.stem(text))
      if (term === undefined) return
      found |= 1 << term
      if (frequencies[term]! < 255) frequencies[term]!++
      places.push({ term, at })
    })
    for (const [n, { head }] of terms.entries())
      if (head !== null && !(found & (1 << head))) found &= ~(1 << n)
    if (found === 0) return null
    return { terms: found, frequencies, length: words.length, closeness: closenessOf(places) }
  }
}

/** Returns 1 if different words are adjacent somewhere, and less the further they are apart. */
function closenessOf(places: { term: number; at: number }[]): number {
  let nearest = Infinity
  for (const [n, { term, at }] of places.entries()) {
    const next = places[n + 1]
    if (next && next.term !== term) nearest = Math.min(nearest, next.at - at)
  }
  return 1 / nearest
}

/** Returns, for each set of bits, the sum of the counts of all sets that include it. */
function sumsOfSupersets(counts: Uint32Array): Uint32Array {
  const sums = counts.slice()
  for (let bit = 1; bit < sums.length; bit <<= 1) {
    for (let set = 0; set < sums.length; set++) if (!(set & bit)) sums[set]! += sums[set | bit]!
  }
  return sums
}
