import { own } from '#rules/own'

/** Letters without a decomposition, as people type them without the right keyboard. */
const spelledOut: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  ـ: '',
}

// Accents, and the vowel points that Arabic and Hebrew mostly omit. The vowel signs of Indian scripts are letters.
const points = /[\p{M}&&[\p{scx=Inherited}\p{sc=Inherited}\p{sc=Arabic}\p{sc=Hebrew}]]/gv
const spelled = /[ßøæœłđðþıςىةـ]/g
const apostrophes = /['’‘ʼ`´]/g
const words = /[\p{L}\p{M}\p{N}]+/gu

/**
 * Returns the words of a text without case, accents and punctuation: `muller`, `oneill` for `Müller-O’Neill`. Unlike the words of
 * sentences in `#engines/language`, they have no apostrophes, and a name in Chinese is one.
 */
export function wordsOf(text: string | null): string[] {
  if (!text) return []
  const plain = text.replace(apostrophes, '').normalize('NFKD').toLowerCase().replace(points, '')
  return plain.replace(spelled, (letter) => own(spelledOut, letter) ?? letter).match(words) ?? []
}

/** Returns letters and digits only, for identifiers and postal codes, whose spaces and hyphens vary. */
export const compact = (text: string | null): string => wordsOf(text).join('')

/** Returns letters and digits only, the same for `Müller`, `Mueller` and `Muller`. */
export const spellingOf = (text: string | null): string =>
  compact(text).replace(/ae|oe|ue|aa/g, ([vowel]) => vowel!)
