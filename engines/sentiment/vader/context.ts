import { listsIn } from '#engines/language'
import type { Word } from './words.ts'

/** The effects that the paper measured. */
const loudness = 0.733
const degree = 0.293
export const negation = -0.74
const praise = 1.25
/** How much of its effect a word keeps, by the number of words in between. */
const fading = [1, 0.95, 0.9]

const lists = listsIn(new URL('context.tsv', import.meta.url))
const boosters = lists.get('boosters')!
const dampeners = lists.get('dampeners')!
const negations = lists.get('negations')!
const dampeningPhrases = new Set(['just enough', 'kind of', 'sort of'])

const idioms = new Map([
  ['the shit', 3],
  ['the bomb', 3],
  ['bad ass', 1.5],
  ['bus stop', 0],
  ['yeah right', -2],
  ['kiss of death', -1.5],
  ['to die for', 3],
  ['beating heart', 3.1],
  ['broken heart', -2.9],
])

/** Returns what capitals add to a valence. */
export const emphasis = (valence: number): number => (valence > 0 ? loudness : -loudness)

/** Whether a word says how much, such as `very`. */
export const isDegree = ({ text }: Word): boolean => boosters.has(text) || dampeners.has(text)

/** Returns what a word of degree adds to the valence of a word that follows it. */
export function degreeOf(word: Word, valence: number, wordsBetween: number): number {
  if (!isDegree(word)) return 0
  const added = boosters.has(word.text) === valence >= 0 ? degree : -degree
  return (word.isLoud ? added + emphasis(valence) : added) * fading[wordsBetween]!
}

/**
 * Returns the factor by which a word that may negate changes the valence of a word that follows it. `so` or `this` after
 * `never` praises; as in the original, it also praises after any other word if it comes second.
 */
export function negationOf(word: Word, wordsBetween: Word[]): number {
  const [second, third] = wordsBetween.map(({ text }) => text)
  if ((word.text === 'never' && isThisMuch(second)) || isThisMuch(third)) return praise
  if (word.text === 'without' && (second === 'doubt' || third === 'doubt')) return 1
  return negations.has(word.text) || word.text.includes("n't") ? negation : 1
}

const isThisMuch = (word: string | undefined): boolean => word === 'so' || word === 'this'

/** Returns the valence of a word with at least three words before it, if it or they are part of an idiom. */
export function withIdioms(valence: number, words: Word[], at: number): number {
  const phrase = (from: number, to: number) =>
    words
      .slice(at + from, at + to + 1)
      .map(({ text }) => text)
      .join(' ')
  const idiomAmong = (...phrases: string[]) =>
    phrases.map((one) => idioms.get(one)).find((found) => found !== undefined)
  const before = idiomAmong(phrase(-1, 0), phrase(-2, 0), phrase(-2, -1), phrase(-3, -1), phrase(-3, -2))
  const after = idiomAmong(phrase(0, 2), phrase(0, 1))
  const dampened = [phrase(-3, -2), phrase(-2, -1)].filter((one) => dampeningPhrases.has(one)).length
  return (after ?? before ?? valence) - dampened * degree
}
