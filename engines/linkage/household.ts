import { rowsIn } from '#engines/language'
import { type Evidence, nothing } from './evidence.ts'
import type { Profile } from './profile.ts'
import { editDistance, resemblance } from './spelling.ts'

/** A household moves with its telephone, so all that differs weighs at most this. */
const moved = -1.5
/** What a second shared detail adds of its weight, since who shares an address mostly shares the telephone. */
const again = 0.25
/** From this weight on, two records are of one household and not only of one neighborhood. */
const oneHousehold = 4
const streetWords = new Set(rowsIn(new URL('street-words.txt', import.meta.url)).flat())

export interface Household {
  total: Evidence
  details: Evidence[]
  /** Whether an address, phone number or email is the same but for typos. */
  isOne: boolean
  /** Whether one of them is the same without typos. */
  isExact: boolean
}

/**
 * Compares address, phone and email. A household shares them together, so the strongest counts and the others add little, and
 * none of them distinguishes its members.
 */
export function compareHouseholds(a: Profile, b: Profile): Household {
  const details = [
    compareLines(a.line, b.line),
    comparePhones(a.phone, b.phone),
    compareEmails(a.email, b.email),
    comparePlaces(a, b),
  ]
  const weights = details.map(({ weight }) => weight).sort((one, other) => other - one)
  const shared = weights.filter((weight) => weight > 0)
  const differing = Math.max(
    moved,
    weights.filter((weight) => weight < 0).reduce((sum, weight) => sum + weight, 0),
  )
  const [strongest = 0, ...others] = shared
  const weight = strongest + again * others.reduce((sum, other) => sum + other, 0) + differing
  // Relatives who live apart share a surname, but not this.
  const isOne = strongest >= oneHousehold
  const relatives = isOne ? weight : Math.min(0, 2 * differing)
  return { total: { weight, twins: relatives, relatives }, details, isOne, isExact: areExact(a, b) }
}

const areExact = (a: Profile, b: Profile): boolean =>
  [
    [a.line.join(' '), b.line.join(' ')],
    [a.phone, b.phone],
    [a.email, b.email],
  ].some(([one, other]) => one !== '' && one === other)

function comparePhones(a: string, b: string): Evidence {
  if (!a || !b) return nothing
  if (a === b) return { weight: 6.5, reason: 'Same phone number' }
  if (editDistance(a, b) === 1) return { weight: 4, reason: 'Same phone number except for one digit' }
  return { weight: -0.7 }
}

function compareEmails(a: string, b: string): Evidence {
  if (!a || !b) return nothing
  if (a === b) return { weight: 8, reason: 'Same email address' }
  if (editDistance(a, b) === 1) return { weight: 6, reason: 'Same email address except for one character' }
  return { weight: -0.5 }
}

function compareLines(a: string[], b: string[]): Evidence {
  if (a.length === 0 || b.length === 0) return nothing
  const share = sharedWords(a, b)
  if (share === 1) return { weight: 8, reason: 'Same street and number' }
  const numbers = compareNumbers(a, b)
  if (share >= 0.6 && numbers === 'same') return { weight: 7.5, reason: 'Similar street and number' }
  if (share < 0.4) return { weight: -1 }
  if (numbers === 'other') return share >= 0.6 ? { weight: 1.5, reason: 'Same street' } : nothing
  return { weight: 4.5, reason: share >= 0.6 ? 'Similar street' : 'Partly the same street' }
}

/** Returns the share of common words of two lines in any order, from 0 to 1. Misspelled words count less. */
function sharedWords(a: string[], b: string[]): number {
  const [joinedA, joinedB] = [a.join(''), b.join('')]
  if (joinedA === joinedB) return 1
  // Words are matched greedily, so the order of the lines must not depend on the caller.
  if (joinedA > joinedB) return sharedWords(b, a)
  const left = [...b]
  let shared = 0
  for (const word of a) {
    const same = left.indexOf(word)
    const at = same >= 0 || word.length < 4 ? same : left.findIndex((other) => resemblance(word, other) > 0.9)
    if (at < 0) continue
    shared += (lengthOf(word) + lengthOf(left[at]!)) * (same >= 0 ? 1 : 0.9)
    left.splice(at, 1)
  }
  const asWords = shared / sum([...a, ...b].map(lengthOf))
  // Compared as one text, in case spaces are wrong.
  const longest = Math.max(joinedA.length, joinedB.length)
  if (Math.abs(joinedA.length - joinedB.length) > 0.3 * longest) return asWords
  const asText = 1 - editDistance(joinedA, joinedB) / longest
  // Below this, only the ending is the same, as in most street names.
  return asText > 0.7 ? Math.max(asWords, asText) : asWords
}

/** Words in most street names count as two letters. */
const lengthOf = (word: string): number => (streetWords.has(word) ? 2 : word.length)

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Compares house numbers; a missing one is the same. */
function compareNumbers(a: string[], b: string[]): 'same' | 'mistyped' | 'other' {
  const numbersOf = (words: string[]) => words.filter((word) => /\d/.test(word))
  const [numbersA, numbersB] = [numbersOf(a), numbersOf(b)]
  if (numbersA.length === 0 || numbersB.length === 0) return 'same'
  const distances = numbersA.flatMap((one) => numbersB.map((other) => editDistance(one, other)))
  const nearest = Math.min(...distances)
  if (nearest === 0) return 'same'
  return nearest === 1 && Math.max(...numbersA.concat(numbersB).map(({ length }) => length)) > 1
    ? 'mistyped'
    : 'other'
}

/** Patients of one clinic live near it, so this weighs little. */
function comparePlaces(a: Profile, b: Profile): Evidence {
  const [post, city] = [alike(a.postalCode, b.postalCode), alike(a.city, b.city)]
  if (post === 'same') return { weight: 1, reason: 'Same postal code' }
  if (city === 'same') return { weight: post === 'other' ? 0.3 : 0.7, reason: 'Same town' }
  if (post === 'near' || city === 'near') return { weight: 0.5, reason: 'Nearly the same place' }
  return post === 'other' || city === 'other' ? { weight: -0.7 } : nothing
}

function alike(a: string, b: string): 'same' | 'near' | 'other' | 'unknown' {
  if (!a || !b) return 'unknown'
  if (a === b) return 'same'
  return editDistance(a, b) <= 1 || resemblance(a, b) > 0.92 ? 'near' : 'other'
}
