/** Returns the word that was probably meant; undefined if none is close. */
export function closest(typed: string, words: readonly string[]): string | undefined {
  const ranked = words
    .map((word) => ({
      word,
      distance: word.startsWith(typed) && typed.length > 1 ? 1 : distanceOf(typed, word),
    }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best && best.distance <= Math.max(1, Math.floor(typed.length / 3)) ? best.word : undefined
}

/** Returns how many insertions, deletions, replacements and swaps of neighbours lead from one word to the other. */
function distanceOf(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1]
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (swapped) least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
