import { compareBirthDates, otherBirthDate, sameBirthDate } from './birth-dates.ts'
import { compareNames } from './compare-names.ts'
import { compareContact } from './contact.ts'
import { type Evidence, nothing } from './evidence.ts'
import { compareIdentifiers, identifying } from './identifiers.ts'
import type { Profile } from './profile.ts'

/** From this score on two records are suggested as one person's: it is likelier than not. */
export const threshold = 0.5

/** Before anything is compared: how likely it is that two records with something in common are of one person. */
const prior = -11
/** What a household shares is not independent: all of it together says no more than this. */
const mostOfHousehold = 10
/** Where the given name is another, it is at most this sure, whatever else agrees. */
const mostWithOtherGivenName = 1
/** Twins live together as children; at this age another given name is more often a nickname or a second name. */
const twinsLiveApartFrom = 60

export interface Resemblance {
  /** From 0 to 1, with four decimals. */
  score: number
  /** What speaks for one person, the strongest first. */
  reasons: string[]
}

/** Compares two records: the same whichever comes first. */
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
  const contact = compareContact(a, b)

  // Two of one household share its address, its telephone and often its surname: those tell no difference between them.
  const other = names.givenName === 'other'
  const apart = other && birth.weight === sameBirthDate && isOlder(a.birthDate!)
  const twins = (other && !apart) || (names.givenName !== 'same' && sexes.weight < 0)
  const siblings =
    (names.givenName !== 'same' && birth.weight <= otherBirthDate) ||
    (names.givenName === 'unclear' && birth.weight < sameBirthDate)
  const twoOfOneHousehold = identifiers.weight < identifying && (twins || siblings || birth.otherGeneration)
  const shared = contact.reduce((sum, { weight }) => sum + weight, 0)
  const household = Math.min(twoOfOneHousehold ? 0 : mostOfHousehold, shared)
  const total = prior + names.weight + birth.weight + identifiers.weight + sexes.weight + household
  return {
    total: other ? Math.min(mostWithOtherGivenName, total) : total,
    evidence: [...names.evidence, birth, identifiers, ...contact],
  }
}

function isOlder(birthDate: string): boolean {
  return new Date().getUTCFullYear() - Number(birthDate.slice(0, 4)) >= twinsLiveApartFrom
}

/** Another sex alone may be a slip; with another given name, even nearly the same, it is Christian and Christina. */
function compareSexes(a: Profile['sex'], b: Profile['sex'], sameGivenName: boolean): Evidence {
  const known = (sex: Profile['sex']) => sex === 'female' || sex === 'male'
  if (!known(a) || !known(b)) return nothing
  if (a === b) return { weight: 0.5 }
  return { weight: sameGivenName ? -2.5 : -7 }
}
