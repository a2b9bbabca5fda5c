import { compareBirthDates, sameBirthDate } from './birth-dates.ts'
import { compareNames } from './compare-names.ts'
import { compareContact } from './contact.ts'
import { type Evidence, nothing } from './evidence.ts'
import { compareIdentifiers, identifying } from './identifiers.ts'
import type { Profile } from './profile.ts'

/** From this score on, two records are suggested as duplicates. */
export const threshold = 0.5

/** The log odds that two records with something in common are of one person, before comparing them. */
const prior = -11
/** The fields that a household shares depend on each other, so together they weigh at most this. */
const mostOfHousehold = 14
/** From this weight on, two records are of one household and not only of one neighbourhood. */
const sameHousehold = 7
/** The most that two records weigh if they may be of two family members. */
const mostWithinFamily = 1
/** Twins live together as children. From this age on, another given name is often a second name or a nickname. */
const twinsLiveApartFrom = 25
/** From this age on, hardly anyone lives with a parent of the same name, so a different birth date is rather an error. */
const childrenLiveApartFrom = 60

export interface Resemblance {
  /** From 0 to 1, with four decimals. */
  score: number
  /** The evidence for one person, strongest first. */
  reasons: string[]
}

/** Compares two records, in either order. */
export function compare(a: Profile, b: Profile): Resemblance {
  const { total, evidence } = weigh(a, b)
  return {
    score: Math.round(10_000 / (1 + Math.exp(-total))) / 10_000,
    reasons: evidence
      .filter(({ weight, reason }) => reason && weight > 0)
      .sort((one, other) => other.weight - one.weight)
      .map(({ reason }) => reason!),
  }
}

export function weigh(a: Profile, b: Profile): { total: number; evidence: Evidence[] } {
  const names = compareNames(a, b)
  const birth = compareBirthDates(a.birthDate, b.birthDate)
  const identifiers = compareIdentifiers(a.identifiers, b.identifiers)
  const sexes = compareSexes(a.sex, b.sex, names.givenName === 'same')
  const person = prior + names.weight + birth.weight + identifiers.weight + sexes.weight
  // Most pairs differ too much for the household to matter.
  const contact = person + mostOfHousehold < 0 ? [] : compareContact(a, b)
  const shared = contact.reduce((sum, { weight }) => sum + weight, 0)

  // People of one household share address, phone and often surname, which then do not count.
  const other = names.givenName === 'other'
  const age = Math.min(a.age ?? 0, b.age ?? 0)
  const renamed = birth.weight === sameBirthDate && age >= twinsLiveApartFrom && shared >= sameHousehold
  const boyAndGirl = names.givenName !== 'same' && sexes.weight < 0
  const siblings =
    (names.givenName !== 'same' && birth.kin !== null) ||
    (names.givenName === 'unclear' && birth.weight < sameBirthDate)
  const identified = identifiers.weight >= identifying
  const namedAfter = birth.kin === 'generation' && !identified
  const twoOfOneHousehold =
    !identified &&
    ((other && !renamed) || boyAndGirl || siblings || (namedAfter && age < childrenLiveApartFrom))
  const household = twoOfOneHousehold
    ? Math.min(0, shared) - Math.max(0, names.surname)
    : Math.min(mostOfHousehold, shared)
  const total = person + household
  return {
    total: other || namedAfter ? Math.min(mostWithinFamily, total) : total,
    evidence: [...names.evidence, birth, identifiers, ...contact],
  }
}

/** A different sex alone can be a typo; with a different given name it is Christian and Christina. */
function compareSexes(a: Profile['sex'], b: Profile['sex'], sameGivenName: boolean): Evidence {
  const known = (sex: Profile['sex']) => sex === 'female' || sex === 'male'
  if (!known(a) || !known(b)) return nothing
  if (a === b) return { weight: 0.5 }
  return { weight: sameGivenName ? -2.5 : -7 }
}
