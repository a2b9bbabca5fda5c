import { fold, Words } from '#engines/language'
import { stemOf } from '#engines/language/lexicon'
import type { Language } from '#rules/languages'
import { own } from '#rules/own'

/** A word of a text: its place, in UTF-16 units, and its entries in the index. */
export interface Word {
  start: number
  end: number
  entries: string[]
}

/** PostgreSQL indexes no word of more than 2,046 bytes; nobody searches for a whole word this long. */
const longest = 200

/** Finds the words of a text, the same as for trackers. */
export function* wordsIn(text: string, language: Language | null): Generator<Word> {
  const words = new Words(text)
  while (words.next()) {
    const { start, end } = words
    yield { start, end, entries: knownEntriesOf(text.slice(start, Math.min(end, start + longest)), language) }
  }
}

/** The same words come again and again. */
const mostKnown = 10_000
const known = new Map<string, string[]>()

function knownEntriesOf(word: string, language: Language | null): string[] {
  const key = `${language} ${word}`
  const before = known.get(key)
  if (before) return before
  if (known.size === mostKnown) known.clear()
  const entries = entriesOf(word, language)
  known.set(key, entries)
  return entries
}

/**
 * Returns the entries of a word: its stem without accents, and the stem of the word without accents, which is another
 * one if an ending has accents. Words that differ only in accents have an entry in common, and so have forms of a word.
 */
function entriesOf(word: string, language: Language | null): string[] {
  const stem = withoutAccents(stemOf(word, language))
  const folded = fold(word)
  const plain = withoutAccents(folded)
  if (plain === folded) return [stem]
  const other = withoutAccents(stemOf(plain, language))
  return other === stem ? [stem] : [stem, other]
}

/** Returns a word that all passages of a project and language have, and no text contains. */
export const projectWord = (projectId: string, language: Language | null): string =>
  `${projectId}/${language ?? ''}`

/** Returns a word that all passages with a speaker have, and no text contains. */
export const speakerWord = (speaker: string): string =>
  `speaker/${withoutAccents(fold(speaker)).slice(0, longest).toWellFormed()}`

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

/**
 * Removes the accents that searches ignore. Where a mark makes another letter of an alphabet, as in й, が and ç of an Indic
 * script, it stays.
 * @param word folded
 */
function withoutAccents(word: string): string {
  if (/^[\0-\x7f]*$/.test(word)) return word
  return word
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(undivided, (letter) => own(letters, letter)!)
}
