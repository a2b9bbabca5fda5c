import { type Evidence, nothing } from './evidence.ts'
import { editDistance } from './spelling.ts'

export interface BirthEvidence extends Evidence {
  /** The relation in one household that different dates suggest: siblings (or a couple), or parent and child. */
  kin: 'siblings' | 'generation' | null
}

/** The weight of equal dates. */
export const sameBirthDate = 8.5

const closest = {
  same: { weight: sameBirthDate, reason: 'Same birth date' },
  // Often entered when only the year is known.
  sameNewYear: { weight: 5, reason: 'Same birth date' },
  swapped: { weight: 5, reason: 'Day and month of birth swapped' },
  exchanged: { weight: 4, reason: 'Same birth date except for two swapped digits' },
  mistyped: { weight: 2.4, reason: 'Same birth date except for one digit' },
  partly: { weight: -1 },
  different: { weight: -5 },
} satisfies Record<string, Evidence>
/** With a smaller age difference two people are siblings, with a larger one parent and child, who can share a name. */
const yearsToNextGeneration = 16
/** With a larger age difference two people hardly live in one household. */
const yearsToGenerationAfterNext = 45

/** Compares two dates, `YYYY-MM-DD`. */
export function compareBirthDates(a: string | null, b: string | null): BirthEvidence {
  if (!a || !b) return { ...nothing, kin: null }
  const close = closenessOf(a, b)
  return { ...closest[close], kin: close === 'different' ? kinOf(a, b) : null }
}

function closenessOf(a: string, b: string): keyof typeof closest {
  if (a === b) return a.endsWith('-01-01') ? 'sameNewYear' : 'same'
  const [yearA, monthA, dayA] = a.split('-')
  const [yearB, monthB, dayB] = b.split('-')
  if (yearA === yearB && monthA === dayB && dayA === monthB) return 'swapped'
  const [digitsA, digitsB] = [a.replaceAll('-', ''), b.replaceAll('-', '')]
  if (editDistance(digitsA, digitsB) === 1)
    return sorted(digitsA) === sorted(digitsB) ? 'exchanged' : 'mistyped'
  if (Number(yearA === yearB) + Number(monthA === monthB) + Number(dayA === dayB) === 2) return 'partly'
  return 'different'
}

function kinOf(a: string, b: string): BirthEvidence['kin'] {
  const years = Math.abs(Number(a.slice(0, 4)) - Number(b.slice(0, 4)))
  if (years < yearsToNextGeneration) return 'siblings'
  return years < yearsToGenerationAfterNext ? 'generation' : null
}

const sorted = (digits: string) => [...digits].sort().join('')
