import { degreeOf, emphasis, isDegree, negation, negationOf, withIdioms } from './context.ts'
import { type Word, withEmojiNames, wordsOf } from './words.ts'

/** Approximates the greatest sum that is expected. */
const expected = 15

/**
 * Returns how positive an English sentence is, from -1 to 1, as VADER's `compound`: each word of the lexicon counts, changed
 * by the words before it. Null if no word counts.
 *
 * The rules are those of Hutto and Gilbert, VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social Media Text,
 * ICWSM 2014, with the effects and exceptions of their program, vaderSentiment 3.3.2.
 */
export function compoundOf(sentence: string): number | null {
  const text = withEmojiNames(sentence)
  const valences = valencesOf(wordsOf(text))
  if (valences.every((valence) => valence === 0)) return null
  const sum = valences.reduce((total, valence) => total + valence, 0)
  const strength = sum + Math.sign(sum) * punctuation(text)
  return Number((strength / Math.sqrt(strength * strength + expected)).toFixed(4))
}

function valencesOf(words: Word[]): number[] {
  const valences = words.map((_, at) => valenceOf(words, at))
  const but = words.findIndex(({ text }) => text === 'but')
  if (but >= 0) weigh(valences, but)
  return valences
}

/** What follows `but` weighs more. As in the original, a word counts as the first one with its valence. */
function weigh(valences: number[], but: number): void {
  for (let at = 0; at < valences.length; at++) {
    const first = valences.indexOf(valences[at]!)
    if (first < but) valences[first]! *= 0.5
    else if (first > but) valences[first]! *= 1.5
  }
}

function valenceOf(words: Word[], at: number): number {
  const word = words[at]!
  const next = words[at + 1]
  if (word.valence === undefined || isDegree(word)) return 0
  if (word.text === 'kind' && next?.text === 'of') return 0

  let valence = word.valence
  if (word.text === 'no' && next?.valence !== undefined) valence = 0
  if (isAfterNo(words, at)) valence = word.valence * negation
  if (word.isLoud) valence += emphasis(valence)
  for (const distance of [1, 2, 3]) {
    const before = words[at - distance]
    if (!before || before.valence !== undefined) continue
    valence += degreeOf(before, valence, distance - 1)
    valence *= negationOf(before, words.slice(at - distance + 1, at))
    if (distance === 3) valence = withIdioms(valence, words, at)
  }
  return isAfterLeast(words, at) ? valence * negation : valence
}

const isAfterNo = (words: Word[], at: number): boolean =>
  words[at - 1]?.text === 'no' ||
  words[at - 2]?.text === 'no' ||
  (words[at - 3]?.text === 'no' && ['or', 'nor'].includes(words[at - 1]!.text))

/** Unlike `at least` and `very least`. */
const isAfterLeast = (words: Word[], at: number): boolean =>
  words[at - 1]?.text === 'least' && !['at', 'very'].includes(words[at - 2]?.text ?? '')

/** Returns what exclamation marks and repeated question marks add. */
function punctuation(text: string): number {
  const exclamations = Math.min(4, text.split('!').length - 1) * 0.292
  const questions = text.split('?').length - 1
  if (questions < 2) return exclamations
  return exclamations + (questions <= 3 ? questions * 0.18 : 0.96)
}
