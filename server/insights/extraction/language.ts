/** Fewer letters are not enough. */
const fewest = 20
/** Scripts that need a quarter of the letters. */
const dense = /[\p{scx=Han}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u
const sampleChars = 2_000

/** Of tinyld's results, which range up to 1. Random letters stay below both. */
const least = { accuracy: 0.11, lead: 0.04 }

/** Recognizes the language (ISO 639-1) by samples from the beginning, middle and end; null if uncertain. */
export async function languageOf(text: string): Promise<string | null> {
  const sample = samples(text).join('\n')
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters < (dense.test(sample) ? fewest / 4 : fewest)) return null
  // Loaded late, because it takes 30 MB.
  const { detectAll } = await import('tinyld')
  const [likely, next] = detectAll(sample).filter(({ lang }) => lang.length === 2)
  if (!likely) return null
  const isCertain = likely.accuracy >= least.accuracy || likely.accuracy - (next?.accuracy ?? 0) >= least.lead
  return isCertain ? likely.lang : null
}

function samples(text: string): string[] {
  if (text.length <= sampleChars * 3) return [text.toWellFormed()]
  const middle = (text.length - sampleChars) >> 1
  return [0, middle, text.length - sampleChars].map((from) =>
    text.slice(from, from + sampleChars).toWellFormed(),
  )
}
