import { type Count, shareOf } from './count.ts'
import { type Evidence, nothing, sharedByHousehold } from './evidence.ts'
import { editDistance } from './spelling.ts'

export interface BirthDate {
  /** `YYYY-MM-DD` */
  date: string
  /** The share of people with this date. */
  share: number
}

export interface BirthEvidence extends Evidence {
  /** `near` dates differ by a typo; of `unknown` ones, one is missing or a placeholder. */
  agreement: 'same' | 'near' | 'different' | 'unknown'
  /** The relation in one household that different dates suggest: siblings (or a couple), or parent and child. */
  kin: 'siblings' | 'generation' | null
}

/** The share of people born on one day of the last 40 years, which most patients are. */
const usual = 1 / 15_000
/** The least that can be said of a date, because a date is often copied from one record to another. */
const rarest = 1e-4
/** Dates entered when nothing or only the year is known, and how many records have them. */
const placeholders: [RegExp, number][] = [
  [/^(1[89]00|190[01]|1111|9999)-01-01$/, 0.5],
  [/^(1970|2000)-01-01$|^1[89]\d\d-12-31$/, 0.03],
  [/-01-01$/, 0.02],
]
const meaningless = 0.5

/** With a smaller age difference two people are siblings, with a larger one parent and child, who can share a name. */
const yearsToNextGeneration = 16
/** With a larger age difference two people hardly live in one household. */
const yearsToGenerationAfterNext = 45

/** Prepares a date. @param counted how many of this clinic's patients have it */
export function birthDateOf(date: string | null, counted: Count): BirthDate | null {
  if (!date) return null
  const placeholder = placeholders.find(([pattern]) => pattern.test(date))?.[1] ?? 0
  return { date, share: Math.max(shareOf(counted, usual), placeholder, rarest) }
}

export function compareBirthDates(a: BirthDate | null, b: BirthDate | null): BirthEvidence {
  if (!a || !b) return { ...nothing, agreement: 'unknown', kin: null }
  if (a.date === b.date) {
    const weight = Math.log(0.93 / a.share)
    return { weight, twins: weight, agreement: 'same', kin: null, reason: 'Same birth date' }
  }
  if (a.share >= meaningless || b.share >= meaningless) return { ...nothing, agreement: 'unknown', kin: null }
  const kin = kinOf(a.date, b.date)
  const near = nearness(a.date, b.date)
  if (near) return { ...near, agreement: near.weight > 0 ? 'near' : 'different', kin }
  const isPlaceholder = placeholders.some(([pattern]) => pattern.test(a.date) || pattern.test(b.date))
  if (isPlaceholder && a.date.slice(0, 4) === b.date.slice(0, 4))
    return { ...sharedByHousehold(2, 'Same year of birth'), relatives: 0, agreement: 'near', kin: 'siblings' }
  return {
    weight: isPlaceholder ? -3 : -4.7,
    twins: -9,
    relatives: kin === null ? -4 : 0,
    agreement: 'different',
    kin,
    reason: 'Different birth dates',
  }
}

function nearness(a: string, b: string): Evidence | null {
  const [yearA, monthA, dayA] = a.split('-')
  const [yearB, monthB, dayB] = b.split('-')
  if (yearA === yearB && monthA === dayB && dayA === monthB)
    return ofTwins(5.4, 'Day and month of birth swapped')
  const [digitsA, digitsB] = [a.replaceAll('-', ''), b.replaceAll('-', '')]
  if (editDistance(digitsA, digitsB) === 1)
    return sorted(digitsA) === sorted(digitsB)
      ? ofTwins(4, 'Same birth date except for two swapped digits')
      : ofTwins(2.4, 'Same birth date except for one digit')
  const parts = Number(yearA === yearB) + Number(monthA === monthB) + Number(dayA === dayB)
  return parts === 2 ? ofTwins(0, undefined) : null
}

const ofTwins = (weight: number, reason?: string): Evidence => ({
  weight,
  twins: weight - 0.5,
  ...(reason && { reason }),
})

function kinOf(a: string, b: string): BirthEvidence['kin'] {
  const years = Math.abs(Number(a.slice(0, 4)) - Number(b.slice(0, 4)))
  if (years < yearsToNextGeneration) return 'siblings'
  return years < yearsToGenerationAfterNext ? 'generation' : null
}

const sorted = (digits: string) => [...digits].sort().join('')
