import type { Lexicon, Word } from '#engines/language/lexicon'
import { type Term, termsOf } from './question.ts'

/** Where a passage has words of the question. */
export interface Match {
  /** A bit for each word of the question that the passage has in any form. */
  terms: number
  /** How often it has each of them. */
  frequencies: Uint8Array
  /** How many words it has. */
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
/** The least score of a match, as a share of the score of the question's most important word. */
const leastShare = 0.6
/** A word in fewer passages is hardly a topic of the material, so its rarity counts no more. */
const fewPassages = 3
/** Of a word without the modifier that it has in the question and elsewhere in the passages. */
const unmodified = 0.5

/**
 * BM25 (Robertson and Zaragoza 2009) over all passages of a run, by the stems of the language of each. Words that go
 * together, like “remote control”, count no more than the pair does: the inverse document frequency of each word is that
 * among the passages with the more important words. Keeps counts of the question's words only.
 */
export const relevanceTo = (question: string): Relevance => new Ranking(question)

class Ranking implements Relevance {
  readonly #question: string
  #terms: Term[] = []
  readonly #byLanguage = new Map<string | null, (stem: string) => number | undefined>()
  /** The number of passages with exactly these terms. */
  #exactly = new Uint32Array(1)
  #atLeast: Uint32Array | null = null
  #order: number[] | null = null
  #passages = 0
  #length = 0

  constructor(question: string) {
    this.#question = question
  }

  asks(stem: string, lexicon: Lexicon): boolean {
    return this.#termIn(lexicon)(stem) !== undefined
  }

  count(words: Word[], lexicon: Lexicon): Match | null {
    this.#passages++
    this.#length += words.length
    const match = this.#find(words, lexicon)
    this.#exactly[match?.terms ?? 0]!++
    this.#atLeast = this.#order = null
    return match
  }

  share({ terms: found }: Match): number {
    const weightOf = (found: number) =>
      this.#terms.reduce((sum, { weight }, n) => sum + (found & (1 << n) ? weight : 0), 0)
    return weightOf(found) / weightOf(-1)
  }

  score({ terms: found, frequencies, length: words, closeness }: Match): number {
    const norm = k1 * (1 - b + (b * words) / (this.#length / this.#passages))
    let score = 0
    let before = 0
    let more = 0
    for (const n of this.#byImportance()) {
      if (!(found & (1 << n))) continue
      more |= 1 << n
      const information = this.#rarity(more)
      const frequency = (frequencies[n]! * (k1 + 1)) / (frequencies[n]! + norm)
      const together = before > 0 ? 1 + proximity * closeness : 1
      const { weight } = this.#terms[n]!
      const counted = this.#lacksModifier(n, found) ? unmodified * weight : weight
      score += (information - before) * counted * frequency * together
      before = information
    }
    return score
  }

  leastScore(): number {
    const most = this.#terms.map(({ weight, head }, n) => {
      const count = this.#having(1 << n)
      return head !== null || count === 0
        ? 0
        : weight * this.#rarityOf(Math.max(count, Math.min(fewPassages, this.#passages)))
    })
    return leastShare * Math.max(0, ...most) || Infinity
  }

  /** Returns the number of passages with all of these terms, and perhaps others. */
  #having(all: number): number {
    this.#atLeast ??= sumsOfSupersets(this.#exactly)
    return this.#atLeast[all]!
  }

  /** Returns the inverse document frequency of the combination. */
  #rarity(all: number): number {
    return this.#rarityOf(this.#having(all))
  }

  #rarityOf(count: number): number {
    return Math.log(1 + (this.#passages - count + 0.5) / (count + 0.5))
  }

  #lacksModifier(n: number, found: number): boolean {
    return this.#terms.some(
      ({ head }, m) => head === n && !(found & (1 << m)) && this.#having((1 << n) | (1 << m)) > 0,
    )
  }

  /** A modifier comes after the word that it specifies. */
  #importance(n: number): number {
    const { head, weight } = this.#terms[n]!
    return head === null ? this.#rarity(1 << n) * weight : this.#importance(head)
  }

  #byImportance(): number[] {
    this.#order ??= [...this.#terms.keys()].sort((a, b) => this.#importance(b) - this.#importance(a) || a - b)
    return this.#order
  }

  /** Stop words of the passage's language count only as modifiers, or if the question has no other words. */
  #termIn(lexicon: Lexicon): (stem: string) => number | undefined {
    const known = this.#byLanguage.get(lexicon.language)
    if (known) return known
    if (this.#byLanguage.size === 0) {
      this.#terms = termsOf(this.#question, lexicon.language)
      this.#exactly = new Uint32Array(1 << this.#terms.length)
    }
    const all = this.#terms.map(({ word, head }, n) => ({ word, head, n }))
    const content = all.filter(({ word, head }) => head !== null || !lexicon.isStopWord(word))
    const asked = content.some(({ head }) => head === null) ? content : all
    const find = termFinder(new Map(asked.map(({ word, n }) => [lexicon.stem(word), n])), lexicon)
    this.#byLanguage.set(lexicon.language, find)
    return find
  }

  #find(words: Word[], lexicon: Lexicon): Match | null {
    const termOf = this.#termIn(lexicon)
    const frequencies = new Uint8Array(this.#terms.length)
    const places: { term: number; at: number }[] = []
    let found = 0
    words.forEach(({ text }, at) => {
      const term = termOf(lexicon.stem(text))
      if (term === undefined) return
      found |= 1 << term
      if (frequencies[term]! < 255) frequencies[term]!++
      places.push({ term, at })
    })
    for (const [n, { head }] of this.#terms.entries())
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

/** These languages write compounds as one word, such as “Wartezeit”. */
const compounding = new Set(['da', 'de', 'nl', 'no', 'sv'])
/** The least number of letters of one part of a compound, and of its other part. Parts that are frequent in general, such as “Zeit”, say little. */
const part = { least: 4, otherLeast: 3, specificity: 0.6 }
/** Words of one family begin alike: deliver, delivery. */
const family = { least: 5, endingAtMost: 3 }

const knownAtMost = 100_000

/** Returns a function that finds the term that a stem is, or to which it is related. */
function termFinder(terms: Map<string, number>, lexicon: Lexicon): (stem: string) => number | undefined {
  const known = new Map<string, number | undefined>()
  return (stem) => {
    const exact = terms.get(stem)
    if (exact !== undefined) return exact
    if (known.size >= knownAtMost) known.clear()
    if (!known.has(stem)) known.set(stem, [...terms].find(([term]) => areRelated(stem, term))?.[1])
    return known.get(stem)
  }

  function areRelated(stem: string, term: string): boolean {
    const [shorter, longer] = stem.length < term.length ? [stem, term] : [term, stem]
    const rest = longer.length - shorter.length
    if (!compounding.has(lexicon.language ?? ''))
      return shorter.length >= family.least && rest <= family.endingAtMost && longer.startsWith(shorter)
    const isPart = longer.startsWith(shorter) || longer.endsWith(shorter)
    const isLong = shorter.length >= part.least && rest >= part.otherLeast
    return isPart && isLong && lexicon.specificity(shorter) >= part.specificity
  }
}
