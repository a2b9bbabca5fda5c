import { type Evidence, nothing } from './evidence.ts'
import type { Profile } from './profile.ts'
import { editDistance } from './spelling.ts'

const elsewhere: Evidence = { weight: 11, reason: 'The same identifier, of differently named systems' }
const oneWrong: Evidence = { weight: 9, reason: 'The same identifier but for one character' }
const twoWrong: Evidence = { weight: 5, reason: 'The same identifier but for two characters' }
// A person has one number after another, and duplicates of one clinic each have a number of that clinic.
const different: Evidence = { weight: -1.5 }
/** From this weight on identifiers say that it is one person, not only one household. */
export const identifying = twoWrong.weight

/** The best agreement among two records' identifiers. */
export function compareIdentifiers(a: Profile['identifiers'], b: Profile['identifiers']): Evidence {
  let best: Evidence | null = null
  for (const one of a) {
    for (const other of b) {
      const evidence = compareTwo(one, other)
      if (evidence !== nothing && (!best || evidence.weight > best.weight)) best = evidence
    }
  }
  return best ?? nothing
}

function compareTwo(a: Profile['identifiers'][number], b: Profile['identifiers'][number]): Evidence {
  const length = Math.min(a.value.length, b.value.length)
  if (length === 0) return nothing
  if (a.system !== b.system) return a.value === b.value && length > 5 ? elsewhere : nothing
  if (a.value === b.value) return { weight: 17.5, reason: `The same ${a.system} identifier` }
  if (Math.abs(a.value.length - b.value.length) > 1 || length < 6) return different
  // Numbers that differ at the end are given one after the other: to twins, and to whoever stands in line.
  const distance = editDistance(a.value, b.value)
  if (distance === 1 && a.value.slice(0, -1) !== b.value.slice(0, -1)) return oneWrong
  if (distance === 2 && length > 6 && a.value.slice(0, -2) !== b.value.slice(0, -2)) return twoWrong
  return different
}
