/**
 * Returns how many letters must be changed, added, removed or swapped with their neighbour to turn one text into the other
 * (optimal string alignment), in UTF-16 units.
 */
export function editDistance(a: string, b: string): number {
  let from = 0
  let [endA, endB] = [a.length, b.length]
  while (from < endA && from < endB && a.charCodeAt(from) === b.charCodeAt(from)) from++
  while (endA > from && endB > from && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--
    endB--
  }
  const width = endB - from
  if (endA === from || width === 0) return Math.max(endA - from, width)
  // The last three rows of the table, in memory shared by all calls, since every pair needs this.
  if (rows[0].length <= width)
    rows = [new Uint32Array(2 * width), new Uint32Array(2 * width), new Uint32Array(2 * width)]
  let [beforeLast, last, current] = rows
  for (let column = 0; column <= width; column++) last[column] = column
  for (let row = from; row < endA; row++) {
    const letter = a.charCodeAt(row)
    current[0] = row - from + 1
    for (let column = 1; column <= width; column++) {
      const at = from + column - 1
      const other = b.charCodeAt(at)
      let best = last[column - 1]! + (letter === other ? 0 : 1)
      best = Math.min(best, last[column]! + 1, current[column - 1]! + 1)
      const exchanged =
        row > from && column > 1 && letter === b.charCodeAt(at - 1) && a.charCodeAt(row - 1) === other
      current[column] = exchanged ? Math.min(best, beforeLast[column - 2]! + 1) : best
    }
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return last[width]!
}

let rows = [new Uint32Array(64), new Uint32Array(64), new Uint32Array(64)] as [
  Uint32Array,
  Uint32Array,
  Uint32Array,
]

/** Returns whether two texts differ by a typo at most: one letter, or two of longer texts. */
export const areNearlySame = (a: string, b: string): boolean =>
  editDistance(a, b) <= (Math.min(a.length, b.length) > 5 ? 2 : 1)

/** Returns the Jaro–Winkler similarity: 1 for equal texts, 0 for texts with nothing in common. */
export function resemblance(a: string, b: string): number {
  if (a === b) return 1
  // Letters are matched greedily, so the order of the texts must not depend on the caller.
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
