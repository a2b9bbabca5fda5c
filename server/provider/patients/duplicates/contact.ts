import { type Evidence, nothing } from './evidence.ts'
import type { Profile } from './profile.ts'
import { editDistance, resemblance } from './spelling.ts'

/** Compares phone, email and address, which people of one household can share. */
export function compareContact(a: Profile, b: Profile): Evidence[] {
  return [comparePhones(a.phone, b.phone), compareEmails(a.email, b.email), ...compareAddresses(a, b)]
}

function comparePhones(a: string, b: string): Evidence {
  if (!a || !b) return nothing
  if (a === b) return { weight: 5, reason: 'Same phone number' }
  if (editDistance(a, b) === 1) return { weight: 2, reason: 'Same phone number except for one digit' }
  return { weight: -0.5 }
}

function compareEmails(a: string, b: string): Evidence {
  if (!a || !b) return nothing
  if (a === b) return { weight: 7, reason: 'Same email address' }
  if (editDistance(a, b) === 1) return { weight: 5, reason: 'Same email address except for one character' }
  return { weight: -0.5 }
}

function compareAddresses(a: Profile, b: Profile): Evidence[] {
  return [
    compareLines(a.line, b.line),
    comparePlaces(a.postalCode, b.postalCode, 3, 'postal code'),
    comparePlaces(a.city, b.city, 2.5, 'town'),
  ]
}

function compareLines(a: string[], b: string[]): Evidence {
  if (a.length === 0 || b.length === 0) return nothing
  const share = sharedWords(a, b)
  if (share === 1) return { weight: 8, reason: 'Same street and number' }
  if (share >= 0.6) {
    return haveOtherNumbers(a, b)
      ? { weight: 5, reason: 'Similar street' }
      : { weight: 7.5, reason: 'Similar street and number' }
  }
  return share >= 0.4 ? { weight: 4, reason: 'Partly the same street' } : { weight: -1 }
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
    shared += (word.length + left[at]!.length) * (same >= 0 ? 1 : 0.9)
    left.splice(at, 1)
  }
  const asWords = shared / (joinedA.length + joinedB.length)
  // Compared as one text, in case spaces are wrong.
  const longest = Math.max(joinedA.length, joinedB.length)
  if (Math.abs(joinedA.length - joinedB.length) > 0.3 * longest) return asWords
  const asText = 1 - editDistance(joinedA, joinedB) / longest
  // Below this, only the ending is the same, as in most street names.
  return asText > 0.7 ? Math.max(asWords, asText) : asWords
}

/** Whether both have house numbers, but none in common. */
function haveOtherNumbers(a: string[], b: string[]): boolean {
  const numbersOf = (words: string[]) => words.filter((word) => /\d/.test(word))
  const [numbersA, numbersB] = [numbersOf(a), numbersOf(b)]
  return numbersA.length > 0 && numbersB.length > 0 && !numbersA.some((number) => numbersB.includes(number))
}

function comparePlaces(a: string, b: string, weight: number, what: string): Evidence {
  if (!a || !b) return nothing
  if (a === b) return { weight, reason: `Same ${what}` }
  if (editDistance(a, b) <= 1 || resemblance(a, b) > 0.92)
    return { weight: weight - 1, reason: `Nearly the same ${what}` }
  return { weight: -0.5 }
}
