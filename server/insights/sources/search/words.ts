import { languages } from '#contract'
import { fold, Words } from '../../matching/words.ts'

/** A word of a text: its place, in UTF-16 units, and its form in PostgreSQL's index. */
export interface Word {
  start: number
  end: number
  indexed: string
}

/** PostgreSQL indexes no word of more than 2,046 bytes; nobody searches for a whole word this long. */
const longest = 200

/**
 * Finds the words of a text, the same as for trackers. PostgreSQL indexes these, with spaces between them, instead of
 * the text: its own parser takes a run of Han or kana for one word, drops emoji, and recognizes letters by the locale
 * of the database.
 */
export function* wordsIn(text: string): Generator<Word> {
  const words = new Words(text)
  while (words.next()) {
    const { start, end } = words
    yield { start, end, indexed: indexed(text.slice(start, Math.min(end, start + longest))) }
  }
}

/** Returns the indexed words of a text. */
export const indexedWords = (text: string): string[] => Array.from(wordsIn(text), ({ indexed }) => indexed)

/** Separates speakers from the text, so that no phrase spans both. A code point that no text has. */
const beforeSpeakers = 'u10ffff'

/** Returns what PostgreSQL indexes of a passage: the words of its text and of its speakers' names. */
export function wordsToIndex(text: string, speakers: string[]): string {
  const words = indexedWords(text)
  for (const speaker of speakers) words.push(beforeSpeakers, ...indexedWords(speaker))
  return words.join(' ')
}

const letters = /[\p{L}\p{N}]/u

/** Emoji and the like are no words to PostgreSQL, so their code points are indexed instead. */
function indexed(word: string): string {
  const folded = fold(word)
  if (letters.test(folded)) return folded
  return `u${Array.from(folded, (character) => character.codePointAt(0)!.toString(16)).join('u')}`
}

/** Returns the text search configuration of a language. */
export function configurationOf(language: string | null): string {
  return language !== null && Object.hasOwn(languages, language)
    ? languages[language as keyof typeof languages]
    : 'simple'
}

/** Returns a word that all passages of a project and configuration have, and no text contains. */
export const projectWord = (projectId: string, configuration: string): string =>
  `${projectId}/${configuration}`
