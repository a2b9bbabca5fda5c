import { type Evidence, nothing } from './evidence.ts'
import { type Closeness, closeness, type Name } from './names.ts'
import type { Profile } from './profile.ts'

type Weights = Record<Closeness, number>

// There are fewer given names than surnames, so sharing one means less, and usually only surnames change.
const givenWeights: Weights = {
  same: 4.5,
  letter: 3.2,
  sound: 3,
  similar: 2.7,
  part: 2.5,
  initial: 1,
  unclear: -2,
  different: -6,
}
const familyWeights: Weights = {
  same: 6,
  letter: 4.8,
  sound: 4,
  similar: 3.5,
  part: 3,
  initial: 0.5,
  unclear: -1,
  different: -4,
}
const crossedWeights: Weights = {
  same: 4.5,
  letter: 3.2,
  sound: 2.7,
  similar: 2,
  part: 0.7,
  initial: -1.2,
  unclear: -2.2,
  different: -6.2,
}
/** From this weight on, a name was found in the other field. */
const found = crossedWeights.similar

const sentences: Partial<Record<Closeness, (what: string) => string>> = {
  same: (what) => `Same ${what}`,
  letter: (what) => `Same ${what} except for one letter`,
  sound: (what) => `Similar-sounding ${what}s`,
  similar: (what) => `Similarly spelled ${what}s`,
  part: (what) => `One ${what} is part of the other`,
  initial: (what) => `One ${what} is the initial of the other`,
}

export interface NameEvidence {
  weight: number
  /** The part of the weight that comes from the surname. */
  surname: number
  /** Members of a family share the surname, so the given name distinguishes them. */
  givenName: 'same' | 'alike' | 'unclear' | 'other'
  evidence: Evidence[]
}

/** Compares names as written and with given name and surname swapped, and returns the better result. */
export function compareNames(a: Profile, b: Profile): NameEvidence {
  const given = compareField(a.given, b.given, givenWeights, 'given name')
  const family = compareField(a.family, b.family, familyWeights, 'surname')
  const weight = given.weight + family.weight
  return (
    swapped(a, b, weight) ?? {
      weight,
      surname: family.weight,
      givenName: sameness(given.weight),
      evidence: [given, family],
    }
  )
}

function swapped(a: Profile, b: Profile, asWritten: number): NameEvidence | null {
  const weights = [
    compareField(a.given, b.family, crossedWeights, 'name').weight,
    compareField(a.family, b.given, crossedWeights, 'name').weight,
  ]
  const weight = weights[0]! + weights[1]!
  if (weight <= asWritten || Math.max(...weights) < found) return null
  const reason = 'Given name and surname swapped'
  return { weight, surname: 0, givenName: 'same', evidence: [{ weight: Math.max(...weights), reason }] }
}

function sameness(weight: number): NameEvidence['givenName'] {
  if (weight === givenWeights.different) return 'other'
  if (weight === givenWeights.unclear || weight === 0) return 'unclear'
  return weight === givenWeights.same ? 'same' : 'alike'
}

function compareField(a: Name | null, b: Name | null, weights: Weights, what: string): Evidence {
  if (!a || !b) return nothing
  const close = closeness(a, b)
  const sentence = sentences[close]
  return { weight: weights[close], ...(sentence && { reason: sentence(what) }) }
}
