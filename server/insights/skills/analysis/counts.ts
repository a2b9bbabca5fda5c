/** In how many sentences each stem is. */
export interface Counts {
  add(stems: Set<string>): void
  /** How rare a stem is, as of `tf-idf`. */
  rarity(stem: string): number
  /** How much a sentence is made of stems that many sentences have. */
  spoken(stems: Set<string>): number
}

/** Beyond so many, those that were seen once are forgotten. */
const stemsKept = 300_000

export function createCounts(): Counts {
  const inSentences = new Map<string, number>()
  let sentences = 0
  return {
    add(stems) {
      sentences++
      for (const stem of stems) inSentences.set(stem, (inSentences.get(stem) ?? 0) + 1)
      if (inSentences.size > stemsKept) {
        for (const [stem, count] of inSentences) if (count === 1) inSentences.delete(stem)
      }
    },
    rarity: (stem) => Math.log(1 + sentences / (inSentences.get(stem) ?? 1)),
    spoken(stems) {
      let sum = 0
      for (const stem of stems) sum += Math.log(1 + (inSentences.get(stem) ?? 0))
      // Long sentences have more words of all kinds.
      return sum / (4 + stems.size)
    },
  }
}
