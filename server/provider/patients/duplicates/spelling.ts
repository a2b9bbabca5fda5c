/**
 * How many letters must be changed, added, left out or exchanged with their neighbour to make one text of the other
 * (optimal string alignment), in UTF-16 units.
 */
export function editDistance(a: string, b: string): number {
  if (a === b) return 0
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let best = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1))
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        best = Math.min(best, beforeLast[column - 2]! + 1)
      current.push(best)
    }
    beforeLast = last
    last = current
  }
  return last[b.length]!
}

/** Jaro–Winkler: 1 for the same text, 0 for texts that share nothing; a common beginning counts more. */
export function resemblance(a: string, b: string): number {
  if (a === b) return 1
  // Letters are given away first come, first served, so that the same text must always come first.
  if (a > b) return resemblance(b, a)
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Uint8Array(b.length)
  const common: string[] = []
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j++) {
      if (taken[j] || a[i] !== b[j]) continue
      taken[j] = 1
      common.push(a[i]!)
      break
    }
  }
  if (common.length === 0) return 0
  let displaced = 0
  let n = 0
  for (let j = 0; j < b.length; j++) if (taken[j] && b[j] !== common[n++]) displaced++
  const share = common.length
  const jaro = (share / a.length + share / b.length + (share - displaced / 2) / share) / 3
  let beginning = 0
  while (beginning < 4 && beginning < Math.min(a.length, b.length) && a[beginning] === b[beginning])
    beginning++
  return jaro + beginning * 0.1 * (1 - jaro)
}
