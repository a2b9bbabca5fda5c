/** Letters that decompose into nothing, as people write them who do not have them on their keyboard. */
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

// Accents, and the vowel points that Arabic and Hebrew mostly leave out; the vowel signs of Indian scripts are letters.
const points = /[\p{M}&&[\p{scx=Inherited}\p{sc=Inherited}\p{sc=Arabic}\p{sc=Hebrew}]]/gv
const spelled = /[ßøæœłđðþıςىةـ]/g
const apostrophes = /['’‘ʼ`´]/g
const words = /[\p{L}\p{M}\p{N}]+/gu

/** The words of a text without case, accents and punctuation, in any script: `Müller-O’Neill` is `muller`, `oneill`. */
export function wordsOf(text: string | null): string[] {
  if (!text) return []
  const plain = text.replace(apostrophes, '').normalize('NFKD').toLowerCase().replace(points, '')
  return plain.replace(spelled, (letter) => spelledOut[letter] ?? letter).match(words) ?? []
}

/** Letters and digits alone: for identifiers and postal codes, which people space and hyphenate as they like. */
export const compact = (text: string | null): string => wordsOf(text).join('')
