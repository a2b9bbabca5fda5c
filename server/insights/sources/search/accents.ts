// Accents that searches ignore. Where a mark makes another letter of an alphabet, as in й, が and ç of an Indic script, it stays.
import { own } from '#rules/own'

/** Letters that Unicode does not divide into a letter and its accent, in lower case. */
const letters: Record<string, string> = {
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ŋ: 'n',
  œ: 'oe',
  ŧ: 't',
}
const undivided = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** All accents of Latin and Greek letters; of Cyrillic ones, those of stress and of ё; the vowel signs of Arabic and Hebrew. */
const accents =
  /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}|(?<=\p{Script=Cyrillic}\p{M}*)[\u0300\u0301]|(?<=е)\u0308|[\u064b-\u0652\u0670\u0591-\u05bd\u05bf-\u05c7]/gu

/** @param word folded */
export function withoutAccents(word: string): string {
  if (/^[\0-\x7f]*$/.test(word)) return word
  return word
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(undivided, (letter) => own(letters, letter)!)
}
