/** Counts the sentences that contain each stem. */
export interface Counts {
  add(stems: Set<string>): void
  /** The inverse document frequency, as in tf-idf. */
  rarity(stem: string): number
  /** How typical a frequent stem is of the material. @param specificity how little it is used in other texts, from 0 to 1 */
  frequency(stem: string, specificity: number): number
}

/** Above this, stems seen only once are dropped. */
const stemsKept = 300_000
/** Makes a few frequent words count more than many others. */
const emphasis = 1.5

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
    frequency: (stem, specificity) => (Math.log(1 + (inSentences.get(stem) ?? 0)) * specificity) ** emphasis,
  }
}
