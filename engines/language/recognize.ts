/** Fewer letters are not enough, unless the text is clear. */
const fewest = 20
/** Scripts that need a quarter of the letters. */
const dense = /[\p{scx=Han}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u
const sampleChars = 2_000
/** How many characters the words are taken from: a part can consist of rules, addresses or code. */
const windowChars = 12_000
/** A text of more UTF-16 units shows its language; a shorter one can be mistaken. */
export const shortChars = 200

/** The least of two of tinyld's results, which range up to 1. Random letters stay below both. */
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

/** Recognizes the language of a text by its words, in samples from the beginning, middle and end. */
export async function recognizeLanguage(text: string): Promise<LanguageEvidence> {
  const sample = samples(text)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  const isDense = dense.test(sample)
  const few = isDense ? shortChars / 4 : shortChars
  // A quarter of a text may be marks and numbers.
  const isShort = text.length < few || sample.length < few * 0.75
  const short = (likely: string | null, isClear: boolean) =>
    isShort ? { text: text.length < few ? text : sample, likely, isClear } : null
  if (letters === 0) return { language: null, short: short(null, false) }
  // Loaded late, because it takes 30 MB.
  const { detectAll } = await import('tinyld')
  const [best, next] = detectAll(sample).filter(({ lang }) => lang.length === 2)
  const { lang: likely = null, accuracy = 0 } = best ?? {}
  const isClear = accuracy >= clear
  const isEnough = letters >= (isDense ? fewest / 4 : fewest)
  const isLikely = accuracy >= least.accuracy || accuracy - (next?.accuracy ?? 0) >= least.lead
  const language = isClear || (isEnough && isLikely) ? likely : null
  return { language, short: short(likely, isClear) }
}

/** Recognizes the language (ISO 639-1) of a text by itself; null if uncertain. */
export const languageOf = async (text: string): Promise<string | null> =>
  (await recognizeLanguage(text)).language

/** Returns words from the beginning, middle and end. */
function samples(text: string): string {
  const from =
    text.length <= windowChars * 3 ? [] : [0, (text.length - windowChars) >> 1, text.length - windowChars]
  const windows = from.length === 0 ? [text] : from.map((at) => text.slice(at, at + windowChars))
  const words = windows.map((window) => wordsOnly(window.toWellFormed()))
  return words.map((one) => cutTo(one, from.length === 0 ? sampleChars * 3 : sampleChars)).join(' ')
}

function cutTo(words: string, most: number): string {
  return words.length <= most ? words : words.slice(0, most).toWellFormed()
}

const code = [
  /(?<![^\n])([ \t]*)(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:\n[ \t]*\2[^\n]*|$)/g,
  /`[^`\n]{1,200}`/g,
  // A statement, or the beginning or end of a block.
  /(?<![^\n])[^\n]{0,300}(?:[=(){}<>][^\n]{0,300}[;{}]|[{}])[ \t\r]*(?![^\n])/g,
  /^[ \t]*(?:\/\/|#include|#!|import |from \S+ import |const |let |var |function |def |class |return |if \()[^\n]*$/gm,
  /<\/?[a-z!][^<>\n]{0,300}>/gi,
]
const addresses = /(?:https?:\/\/|www\.)\S+|(?<!\S)\S+@\S+|(?<!\S)\S*:\/\/\S+/gi
/** What is around or between words. */
const separators = /[|,;•·"“”„«»()[\]{}]+|(?<![\p{L}\p{N}])[*_~#>=+-]+|[*_~#>=+-]+(?![\p{L}\p{N}])/gu
/** `INV-2024`, `snake_case`, `a/b.txt`, `camelCase` */
const names =
  /(?<![\x21-\x7e])[\x21-\x7e]*[\d_@\\/=<>{}#$%^*~][\x21-\x7e]*|(?<!\S)\S*\w\.\w\S*|(?<![\p{L}\p{M}])\p{L}*\p{Ll}\p{Lu}\p{L}*/gu

/** Returns the words of a text, without separators, numbers, addresses, identifiers and code, which are in no language. */
function wordsOnly(text: string): string {
  const prose = code.reduce((left, pattern) => left.replace(pattern, ' '), text)
  const words = prose.replace(addresses, ' ').replace(separators, ' ').replace(names, ' ')
  return words
    .replace(/[^\p{L}\p{M}\p{Cf}\s.!?。！？'’-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
