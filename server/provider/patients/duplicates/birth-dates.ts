import { type Evidence, nothing } from './evidence.ts'
import { editDistance } from './spelling.ts'

export interface BirthEvidence extends Evidence {
  /** Far enough apart for parent and child, who may bear one name at one address. */
  otherGeneration: boolean
}

/** The weight of two dates that are the same. */
export const sameBirthDate = 8
/** From this weight down it is another date, not a mistake in one. */
export const otherBirthDate = -5

const sameReason = 'The same date of birth'
const closest: Record<string, Evidence> = {
  same: { weight: sameBirthDate, reason: sameReason },
  // Entered where only the year is known.
  sameNewYear: { weight: 5, reason: sameReason },
  swapped: { weight: 5, reason: 'Day and month of birth are swapped' },
  exchanged: { weight: 4, reason: 'The same date of birth but for two exchanged digits' },
  mistyped: { weight: 3.5, reason: 'The same date of birth but for one digit' },
  partly: { weight: -1 },
  different: { weight: otherBirthDate },
  otherGeneration: { weight: -6 },
}
const yearsToNextGeneration = 14

/** Compares two dates, `YYYY-MM-DD`. */
export function compareBirthDates(a: string | null, b: string | null): BirthEvidence {
  const close = a && b ? closenessOf(a, b) : null
  return {
    ...(close ? closest[close] : nothing),
    otherGeneration: close === 'otherGeneration',
  } as BirthEvidence
}

function closenessOf(a: string, b: string): string {
  if (a === b) return a.endsWith('-01-01') ? 'sameNewYear' : 'same'
  const [yearA, monthA, dayA] = a.split('-')
  const [yearB, monthB, dayB] = b.split('-')
  if (yearA === yearB && monthA === dayB && dayA === monthB) return 'swapped'
  const [digitsA, digitsB] = [a.replaceAll('-', ''), b.replaceAll('-', '')]
  if (editDistance(digitsA, digitsB) === 1)
    return sorted(digitsA) === sorted(digitsB) ? 'exchanged' : 'mistyped'
  if (Number(yearA === yearB) + Number(monthA === monthB) + Number(dayA === dayB) === 2) return 'partly'
  return Math.abs(Number(yearA) - Number(yearB)) < yearsToNextGeneration ? 'different' : 'otherGeneration'
}

const sorted = (digits: string) => [...digits].sort().join('')
