import { type Evidence, nothing } from './evidence.ts'
import type { Profile } from './profile.ts'
import { editDistance } from './spelling.ts'

const elsewhere: Evidence = {
  weight: 12,
  twins: 4,
  relatives: 2,
  reason: 'Same identifier under different system names',
}
const same = (system: string): Evidence => ({
  weight: 18,
  twins: 9,
  relatives: 3,
  reason: `Same ${system} identifier`,
})
const oneWrong: Evidence = {
  weight: 9,
  twins: 3,
  relatives: 2,
  reason: 'Same identifier except for one character',
}
const twoWrong: Evidence = {
  weight: 5,
  twins: 2,
  relatives: 1,
  reason: 'Same identifier except for two characters',
}
/** Numbers that differ at the end were assigned in sequence, such as to twins, or mistyped. */
const sequence: Evidence = { weight: -1.5, twins: 1, relatives: 0.5 }
const different = (system: string): Evidence => ({ weight: -2, reason: `Different ${system} identifiers` })

type Identifiers = Profile['identifiers']

/** Returns the best match within each system, and of all systems together. */
export function compareIdentifiers(a: Identifiers, b: Identifiers): Evidence[] {
  const systems = new Set(a.map(({ system }) => system))
  const results: Evidence[] = []
  for (const system of systems) {
    const others = b.filter((other) => other.system === system)
    if (others.length === 0) continue
    results.push(
      best(
        a
          .filter((one) => one.system === system)
          .flatMap((one) => others.map((other) => compareTwo(one, other))),
      ),
    )
  }
  if (results.every(({ weight }) => weight <= 0)) results.push(compareSystems(a, b))
  return results
}

/** Compares for twins, whose numbers are often assigned in sequence and so look mistyped: numbers are the same or different. */
export function compareExactly(a: Identifiers, b: Identifiers): Evidence[] {
  const valuesOf = (all: Identifiers, system: string) =>
    new Set(all.flatMap((one) => (one.system === system && one.value ? [one.value] : [])))
  return [...new Set(a.map(({ system }) => system))].flatMap((system) => {
    const [values, others] = [valuesOf(a, system), valuesOf(b, system)]
    if (values.size === 0 || others.size === 0) return []
    return values.isDisjointFrom(others) ? different(system) : same(system)
  })
}

/** Two numbers of one person under several systems come from one document, so only the strongest counts. */
const best = (results: Evidence[]): Evidence =>
  results.reduce((one, other) => (other.weight > one.weight ? other : one), results[0] ?? nothing)

function compareSystems(a: Identifiers, b: Identifiers): Evidence {
  const isFound = a.some(
    ({ system, value }) =>
      value.length > 5 && b.some((other) => other.system !== system && other.value === value),
  )
  return isFound ? elsewhere : nothing
}

function compareTwo(a: Identifiers[number], b: Identifiers[number]): Evidence {
  const length = Math.min(a.value.length, b.value.length)
  if (length === 0) return nothing
  if (a.value === b.value) return same(a.system)
  if (Math.abs(a.value.length - b.value.length) > 1 || length < 6) return different(a.system)
  const distance = editDistance(a.value, b.value)
  if (distance === 1) return a.value.slice(0, -1) === b.value.slice(0, -1) ? sequence : oneWrong
  if (distance === 2 && length > 6) return a.value.slice(0, -2) === b.value.slice(0, -2) ? sequence : twoWrong
  return different(a.system)
}
