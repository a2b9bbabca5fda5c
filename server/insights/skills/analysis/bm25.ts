import { languageByStopWords } from '../text/stop-words.ts'
import { type Lexicon, lexiconOf, type Word, wordsOf } from '../text/words.ts'

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
  /** Counts a passage. Returns null if it has no word of the question. */
  count(words: Word[], lexicon: Lexicon): Match | null
  /** Returns how relevant a passage is among those counted so far; comparable within a run only. */
  score(match: Match): number
  /** Returns the score from which a passage is about the question: fewer answers are better than others. */
  leastScore(): number
}

/** Of BM25, for short passages: repetition and length count little. */
const k1 = 0.9
const b = 0.4
/** More than a question has, apart from stop words. */
const termsAtMost = 12
const proximity = 0.3
/** Of the score of the question's rarest word. */
const leastShare = 0.5
/** A word in fewer passages is no topic of the material. */
const fewPassages = 3

/**
 * BM25 (Robertson and Zaragoza 2009) over all passages of a run, by the stems of the language of each. Words that go
 * together, like “remote control”, count no more than the pair does: the inverse document frequency of each word is that
 * among the passages with the rarer words. Keeps counts of the question's words only.
 */
export function relevanceTo(question: string): Relevance {
  const terms = termsOf(question)
  const byStem = new Map<string | null, Map<string, number>>()
  /** The number of passages with exactly these terms. */
  const exactly = new Uint32Array(1 << terms.length)
  let atLeast: Uint32Array | null = null
  let passages = 0
  let length = 0

  return {
    count(words, lexicon) {
      passages++
      length += words.length
      const known = byStem.get(lexicon.language) ?? new Map(terms.map((term, n) => [lexicon.stem(term), n]))
      byStem.set(lexicon.language, known)
      const match = find(words, lexicon, known)
      exactly[match?.terms ?? 0]!++
      atLeast = null
      return match
    },
    score({ terms: found, frequencies, length: words, closeness }) {
      const norm = k1 * (1 - b + (b * words) / (length / passages))
      let score = 0
      let before = 0
      let rarer = 0
      for (const n of rarestFirst()) {
        if (!(found & (1 << n))) continue
        rarer |= 1 << n
        const information = rarity(rarer)
        score += ((information - before) * frequencies[n]! * (k1 + 1)) / (frequencies[n]! + norm)
        before = information
      }
      return score * (1 + proximity * closeness)
    },
    leastScore() {
      const known = rarestFirst().filter((n) => having(1 << n) >= fewPassages)
      const rarest = known[0] ?? rarestFirst().findLast((n) => having(1 << n) > 0)
      return rarest === undefined ? Infinity : leastShare * rarity(1 << rarest)
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

  function rarestFirst(): number[] {
    return [...terms.keys()].sort((a, b) => having(1 << a) - having(1 << b) || a - b)
  }

  function find(words: Word[], lexicon: Lexicon, known: Map<string, number>): Match | null {
    const frequencies = new Uint8Array(terms.length)
    const places: { term: number; at: number }[] = []
    let found = 0
    words.forEach(({ text }, at) => {
      const term = known.get(lexicon.stem(text))
      if (term === undefined) return
      found |= 1 << term
      if (frequencies[term]! < 255) frequencies[term]!++
      places.push({ term, at })
    })
    if (found === 0) return null
    return { terms: found, frequencies, length: words.length, closeness: closenessOf(places) }
  }
}

/** Returns the words of a question, except stop words if there are others. */
function termsOf(question: string): string[] {
  const words = [...new Set(wordsOf(question).map(({ text }) => text))]
  const own = lexiconOf(languageByStopWords(words))
  const content = words.filter((word) => !own.isStopWord(word))
  return (content.length > 0 ? content : words).slice(0, termsAtMost)
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
