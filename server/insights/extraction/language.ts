/** Fewer letters are not enough, unless the text is clear. */
const fewest = 20
/** Scripts that need a quarter of the letters. */
const dense = /[\p{scx=Han}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u
const sampleChars = 2_000
/** In UTF-16 units. A longer text shows its language; a shorter one can be mistaken. */
export const shortChars = 200

/** Of tinyld's results, which range up to 1. Random letters stay below both. */
const least = { accuracy: 0.11, lead: 0.04 }
/** tinyld gives more only to a text with letters or words of a single language. */
const clear = 0.5

/** What a text itself shows of its language. */
export interface LanguageEvidence {
  /** ISO 639-1; null if uncertain. */
  language: string | null
  /** Of a short text, which can have another language: it, the likeliest language, and whether no other has such words. */
  short: { text: string; likely: string | null; isClear: boolean } | null
}

/** Recognizes the language of a text by samples from the beginning, middle and end. */
export async function recognizeLanguage(text: string): Promise<LanguageEvidence> {
  const sample = samples(text).join('\n')
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  const isDense = dense.test(sample)
  const isShort = text.length < (isDense ? shortChars / 4 : shortChars)
  if (letters === 0) return { language: null, short: isShort ? { text, likely: null, isClear: false } : null }
  // Loaded late, because it takes 30 MB.
  const { detectAll } = await import('tinyld')
  const [best, next] = detectAll(sample).filter(({ lang }) => lang.length === 2)
  const { lang: likely = null, accuracy = 0 } = best ?? {}
  const isClear = accuracy >= clear
  const isEnough = letters >= (isDense ? fewest / 4 : fewest)
  const isLikely = accuracy >= least.accuracy || accuracy - (next?.accuracy ?? 0) >= least.lead
  const language = isClear || (isEnough && isLikely) ? likely : null
  return { language, short: isShort ? { text, likely, isClear } : null }
}

/** Recognizes the language (ISO 639-1) of a text by itself; null if uncertain. */
export const languageOf = async (text: string): Promise<string | null> =>
  (await recognizeLanguage(text)).language

function samples(text: string): string[] {
  if (text.length <= sampleChars * 3) return [text.toWellFormed()]
  const middle = (text.length - sampleChars) >> 1
  return [0, middle, text.length - sampleChars].map((from) =>
    text.slice(from, from + sampleChars).toWellFormed(),
  )
}
