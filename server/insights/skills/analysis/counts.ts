import type { Lexicon } from '../text/words.ts'

/** Counts the sentences that contain each stem. */
export interface Counts {
  add(stems: Set<string>): void
  /** The inverse document frequency, as in tf-idf. */
  rarity(stem: string): number
  /** How much a sentence consists of frequent stems that are specific to the material. */
  frequency(stems: Set<string>, lexicon: Lexicon): number
}

/** Above this, stems seen only once are dropped. */
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
    frequency(stems, lexicon) {
      let sum = 0
      for (const stem of stems) sum += Math.log(1 + (inSentences.get(stem) ?? 0)) * lexicon.specificity(stem)
      // Normalizes for the length of sentences.
      return sum / (4 + stems.size)
    },
  }
}
