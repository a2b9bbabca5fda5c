import { type Evidence, nothing } from './evidence.ts'
import type { Profile } from './profile.ts'
import { editDistance } from './spelling.ts'

const elsewhere: Evidence = { weight: 11, reason: 'Same identifier under different system names' }
const oneWrong: Evidence = { weight: 9, reason: 'Same identifier except for one character' }
const twoWrong: Evidence = { weight: 5, reason: 'Same identifier except for two characters' }
// A person can have several numbers, and duplicates in one clinic each have their own number there.
const different: Evidence = { weight: -1.5 }
/** From this weight on, identifiers indicate one person and not only one household. */
export const identifying = twoWrong.weight

/** Returns the best match among two records' identifiers. */
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
  if (a.value === b.value) return { weight: 17.5, reason: `Same ${a.system} identifier` }
  if (Math.abs(a.value.length - b.value.length) > 1 || length < 6) return different
  // Numbers that differ at the end were assigned in sequence, such as to twins.
  const distance = editDistance(a.value, b.value)
  if (distance === 1 && a.value.slice(0, -1) !== b.value.slice(0, -1)) return oneWrong
  if (distance === 2 && length > 6 && a.value.slice(0, -2) !== b.value.slice(0, -2)) return twoWrong
  return different
}
