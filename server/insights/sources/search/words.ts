import { fold, Words } from '../../matching/words.ts'

/** A word of a text: where it stands, in UTF-16 units, and how PostgreSQL is told of it. */
export interface Word {
  start: number
  end: number
  indexed: string
}

/** PostgreSQL indexes no word of more than 2,046 bytes; what is this long is none that anybody searches for whole. */
const longest = 200

/**
 * The words of a text, the same as those that trackers know. PostgreSQL is given these, with spaces between them,
 * instead of the text: its own parser takes a run of Han or kana for one word, drops emoji, and tells letters by the
 * locale of the database.
 */
export function* wordsIn(text: string): Generator<Word> {
  const words = new Words(text)
  while (words.next()) {
    const { start, end } = words
    yield { start, end, indexed: indexed(text.slice(start, Math.min(end, start + longest))) }
  }
}

export const indexedText = (text: string): string =>
  Array.from(wordsIn(text), ({ indexed }) => indexed).join(' ')

const letters = /[\p{L}\p{N}]/u

/** Emoji and the like are no words to PostgreSQL: they become one by their code points. */
function indexed(word: string): string {
  const folded = fold(word)
  if (letters.test(folded)) return folded
  return `u${Array.from(folded, (character) => character.codePointAt(0)!.toString(16)).join('u')}`
}
