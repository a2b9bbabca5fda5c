import { compareBirthDates } from './birth-dates.ts'
import { type Evidence, nothing } from './evidence.ts'
import { compareHouseholds } from './household.ts'
import { compareExactly, compareIdentifiers } from './identifiers.ts'
import { compareNames } from './names/compare.ts'
import type { Profile } from './profile.ts'

/** From this score on, two records are listed, also those that are hardly one person, for someone to look at. */
export const threshold = 0.008

/** The log odds, against two strangers, that two records with something in common are of one person, twins, or relatives. */
const prior = { person: -11.1, twins: -11.1, relatives: -9 }
/** Names of one origin go together, so that a full name is less rare than the product of its parts. */
const origin = 2.2
/** How much of a birth date's weight a full name already has, since parents of one year and origin choose alike. */
const fashion = 0.4
/** Up to this many patients, coincidences come from the town and not from the clinic. */
const town = 10_000
/** Twins seldom live together from this age on: a wholly different given name is rather a second one, or a nickname. */
const twinsLiveApartFrom = 25
/** From this age on, hardly anyone lives with a parent. */
const childrenLiveApartFrom = 60
const apart = { twins: -3.4, relatives: -2.2 }
/** As children, they live together, and hardly have another given name. */
const together = 0.5
/** The log odds, at most, of two given names in one household on one birth date with differing numbers: a score of 0.4. */
const mostOfTwins = -0.4
/** No other evidence brings two people closer than this. */
const mostOfHousehold = 11

export interface Resemblance {
  /** From 0 to 1, with four decimals. */
  score: number
  /** The evidence for one person, strongest first, then the evidence for two. */
  reasons: string[]
}

/** Compares two records, in either order. */
export function compare(a: Profile, b: Profile): Resemblance {
  const { logOdds, evidence } = weigh(a, b)
  const given = evidence.filter(({ reason }) => reason).sort((one, other) => other.weight - one.weight)
  return {
    score: Math.round(10_000 / (1 + Math.exp(-logOdds))) / 10_000,
    reasons: given.filter(({ weight }) => weight > 0 || weight < -1).map(({ reason }) => reason!),
  }
}

/**
 * Returns the log odds of one person against two. Two people are strangers, twins or relatives: what a household
 * shares is likely between its members too, and so suggests one person only as far as the given names and birth dates do.
 */
export function weigh(a: Profile, b: Profile): { logOdds: number; evidence: Evidence[] } {
  const birth = compareBirthDates(a.birthDate, b.birthDate)
  const { names, renamed, twoNames, misspelled } = compareNames(a, b, birth)
  const personal = [
    birth,
    ...names,
    ...compareIdentifiers(a.identifiers, b.identifiers),
    compareSexes(a.sex, b.sex),
  ]
  const dependence = dependenceOf(names, birth)
  const crowd = -Math.log(Math.max(a.patients, town) / town)
  const person = prior.person + crowd + sum(personal, ({ weight }) => weight)
  // Most pairs differ too much for the household to matter.
  if (person + mostOfHousehold < -1) return { logOdds: person - dependence, evidence: personal }
  const household = compareHouseholds(a, b)
  const all = [...personal, household.total]
  const age = household.total.weight > 0 ? Math.min(a.age ?? 0, b.age ?? 0) : 0
  const twins =
    prior.twins +
    crowd +
    (renamed ? (age >= twinsLiveApartFrom ? apart.twins : together) : 0) +
    sum(all, ({ twins = 0 }) => twins)
  const relatives =
    prior.relatives +
    crowd +
    (birth.kin !== null && age >= childrenLiveApartFrom ? apart.relatives : 0) +
    sum(all, ({ relatives = 0 }) => relatives)
  const logOdds =
    person + household.total.weight - Math.log(Math.exp(dependence) + Math.exp(twins) + Math.exp(relatives))
  // A misspelled name among other typos is not a second one.
  const areTwins =
    twoNames && birth.agreement === 'same' && household.isOne && (household.isExact || !misspelled)
  const numbers = areTwins ? compareExactly(a.identifiers, b.identifiers) : []
  if (!numbers.some(({ weight }) => weight < 0))
    return { logOdds, evidence: [...personal, ...household.details] }
  return {
    logOdds: Math.min(logOdds, mostOfTwins),
    evidence: [birth, ...names, ...numbers, compareSexes(a.sex, b.sex), ...household.details],
  }
}

/** Returns how much likelier a full name and a birth date are together than each by itself. */
function dependenceOf(names: Evidence[], birth: Evidence): number {
  return names.length > 0 && names.every(({ weight }) => weight > 0)
    ? origin + fashion * Math.max(0, birth.weight)
    : 0
}

function compareSexes(a: Profile['sex'], b: Profile['sex']): Evidence {
  // The given name implies an equal sex.
  if (!a || !b || a === b) return nothing
  return { weight: -3.9, twins: 0.3, relatives: 0.1, reason: 'Different sex' }
}

const sum = (evidence: Evidence[], of: (one: Evidence) => number): number =>
  evidence.reduce((total, one) => total + of(one), 0)
