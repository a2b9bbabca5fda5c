import type { BirthEvidence } from '../birth-dates.ts'
import { type Evidence, nothing, sharedByHousehold } from '../evidence.ts'
import { editDistance } from '../spelling.ts'
import { areTwoNames, type Closeness, closeness, type Name } from './name.ts'
import type { Placeholder } from './unnamed.ts'

interface Names {
  given: Name | Placeholder | null
  family: Name | null
}

interface Rule {
  /** How likely one person's name is recorded again in this way. Other people have a name as often as it is common. */
  likely: number
  /** How much less this weighs at least than the same name. */
  less: number
  /** The weight for twins: parents like names that sound alike, but not twice the same name. */
  twins?: number
  sentence?: (what: string) => string
}

const rules: Partial<Record<Closeness, Rule>> = {
  sound: { likely: 0.03, less: 1, twins: -3.5, sentence: (what) => `Same-sounding ${what}s` },
  shortForm: { likely: 0.03, less: 1.5, twins: -1.8, sentence: (what) => `Two forms of one ${what}` },
  otherForm: { likely: 0.002, less: 1.5, twins: 1.5, sentence: (what) => `Two forms of one ${what}` },
  letter: { likely: 2e-4, less: 1.2, twins: 1.3, sentence: (what) => `Same ${what} except for one letter` },
  beginning: {
    likely: 1e-3,
    less: 1.5,
    twins: 1,
    sentence: (what) => `One ${what} is the beginning of the other`,
  },
  similar: { likely: 4e-5, less: 1.8, twins: 1, sentence: (what) => `Similarly spelled ${what}s` },
  vague: { likely: 2e-6, less: 3.5, twins: 0.5 },
}
const sameName = 0.9
/** A rare spelling next to a name this many times as common is rather its misspelling. */
const misspelledBelow = 1 / 15
const misspelled = 0.3
/** The rarest name weighs no more than this. */
const most = 8.5
const swapped = -3.5
/** Another given name, such as a second one that the person prefers. */
const otherGivenName = -4.5

/** By how much relatives less often have one given name than one person does: a child named after a parent, or a sibling. */
const namesakes = { generation: Math.log(0.17), siblings: Math.log(0.001), unknown: Math.log(0.06) }

export interface NameEvidence {
  names: Evidence[]
  /** Whether the given names have nothing in common. */
  renamed: boolean
  /** Whether the given names are two, and not one that is written in two ways. One can still be a misspelling. */
  twoNames: boolean
  misspelled: boolean
}

const oneName = { renamed: false, twoNames: false, misspelled: false }

/** Compares names as written and with given name and surname swapped, and returns the better result. */
export function compareNames(a: Names, b: Names, birth: BirthEvidence): NameEvidence {
  if (isPlaceholder(a.given) || isPlaceholder(b.given))
    return {
      names: [compareUnnamed(a.given, b.given, birth), compareFamilyNames(a.family, b.family)],
      ...oneName,
    }
  const kin = namesakes[birth.kin ?? 'unknown']
  const given = compareGivenNames(a.given, b.given, kin)
  const family = compareFamilyNames(a.family, b.family)
  const crossed = [weightOf(a.given, b.family), weightOf(a.family, b.given)].sort((one, other) => other - one)
  const [found = 0, other = 0] = crossed
  if (found > 2 && found + other + swapped > given.weight + family.weight) {
    const reason = 'Given name and surname swapped'
    // The surname of relatives, with another given name, can be in the wrong field too.
    const names = [
      other > 0
        ? { ...ofRelatives(found + other + swapped, -6, kin), reason }
        : { ...sharedByHousehold(found + swapped, reason) },
    ]
    if (other < 0) names.push({ weight: other })
    return { names, ...oneName, renamed: other === otherGivenName }
  }
  const renamed = given.weight === otherGivenName
  if (!a.given || !b.given || !areTwoNames(a.given, b.given))
    return { names: [given, family], ...oneName, renamed }
  const misspelled = isMisspelling(a.given, b.given, closeness(a.given, b.given))
  return { names: [given, family], renamed, twoNames: true, misspelled }
}

/** How two names of one person are recorded, typos included. */
const ofOnePerson: ReadonlySet<Closeness> = new Set([
  'same',
  'sound',
  'shortForm',
  'otherForm',
  'part',
  'letter',
  'beginning',
  'initial',
])

/**
 * Returns how many of the known parts of two full names are one person's, as written or with given name and surname swapped:
 * all (`same`), some (`partly`) or none.
 */
export function compareParts(a: Names, b: Names): 'same' | 'partly' | 'different' | 'unknown' {
  const written = agreementOf([a.given, b.given], [a.family, b.family])
  const swapped = agreementOf([a.given, b.family], [a.family, b.given])
  return swapped === 'same' || (swapped === 'partly' && written === 'different') ? swapped : written
}

function agreementOf(...parts: [Names['given'], Names['given']][]) {
  const known = parts.flatMap(([a, b]) =>
    a && b && !isPlaceholder(a) && !isPlaceholder(b) ? [{ a, b }] : [],
  )
  if (known.length === 0) return 'unknown'
  const agreeing = known.filter(({ a, b }) => {
    const close = closeness(a, b)
    return ofOnePerson.has(close) || (close === 'similar' && editDistance(a.spelling, b.spelling) <= 2)
  })
  return agreeing.length === known.length ? 'same' : agreeing.length > 0 ? 'partly' : 'different'
}

export const isPlaceholder = (name: Name | Placeholder | null): name is Placeholder =>
  name !== null && 'which' in name

function compareGivenNames(a: Name | null, b: Name | null, kin: number): Evidence {
  if (!a || !b) return nothing
  const close = closeness(a, b)
  const weight = weightOfNames(a, b, close, otherGivenName)
  const sentence = sentenceOf(close, 'given name')
  const reason = sentence && { reason: sentence }
  if (close === 'same') return { ...ofRelatives(weight, -6, kin), ...reason }
  if (close === 'part') return { ...ofRelatives(weight, -3.5, kin), ...reason }
  const twins = rules[close]?.twins ?? 0
  if (twins < 0) return { ...ofRelatives(weight, twins, kin), ...reason }
  return { ...ofRelatives(weight, 0, kin), twins, ...reason }
}

const ofRelatives = (weight: number, twins: number, kin: number): Evidence => ({
  weight,
  twins: weight + twins,
  relatives: Math.log1p(Math.exp(weight + kin)),
})

function compareFamilyNames(a: Name | null, b: Name | null): Evidence {
  if (!a || !b) return nothing
  const close = closeness(a, b)
  const weight = weightOfNames(a, b, close, -3)
  if (close === 'different') return { weight, twins: -3.5, relatives: -2 }
  const sentence = sentenceOf(close, 'surname')
  return { weight, twins: weight, relatives: weight - 0.1, ...(sentence && { reason: sentence }) }
}

/** Compares with a newborn's placeholder, which is replaced by a name later and which twins share. */
function compareUnnamed(a: Names['given'], b: Names['given'], birth: BirthEvidence): Evidence {
  if (!a || !b || birth.agreement !== 'same') return nothing
  const reason = 'Newborn recorded without a given name'
  if (!isPlaceholder(a) || !isPlaceholder(b)) return { weight: 1.7, reason }
  if (a.which && b.which && a.which !== b.which)
    return { weight: -5, reason: 'Different children of one birth' }
  return { weight: 0.6, reason }
}

function weightOf(a: Names['given'], b: Names['given']): number {
  return a && b && !isPlaceholder(a) && !isPlaceholder(b)
    ? weightOfNames(a, b, closeness(a, b), otherGivenName)
    : 0
}

/** @param least the weight of two different names */
function weightOfNames(a: Name, b: Name, close: Closeness, least: number): number {
  const [rare, common] = a.share < b.share ? [a, b] : [b, a]
  const same = Math.min(most, Math.log(sameName / common.share))
  if (close === 'same') return same
  if (close === 'part') return Math.min(same - 1, Math.log(0.06 / common.share))
  if (close === 'initial') return 2.5
  if (close === 'overlap') return -1
  if (close === 'otherScript') return -2
  const rule = rules[close]
  if (!rule) return least
  const typo = Math.log(rule.likely / rare.share)
  const weight = isMisspelling(rare, common, close)
    ? Math.max(typo, Math.log(misspelled / common.share))
    : typo
  return Math.max(least, Math.min(same - rule.less, weight))
}

function isMisspelling(a: Name, b: Name, close: Closeness): boolean {
  const [rare, common] = a.share < b.share ? [a, b] : [b, a]
  return close === 'letter' && !rare.known && rare.share < misspelledBelow * common.share
}

function sentenceOf(close: Closeness, what: string): string | undefined {
  if (close === 'same') return `Same ${what}`
  if (close === 'part') return `One ${what} is part of the other`
  if (close === 'initial') return `One ${what} is the initial of the other`
  if (close === 'different') return `Different ${what}s`
  return rules[close]?.sentence?.(what)
}
