import { listed } from './word-lists.ts'
import { wordsBetweenSpaces } from './words.ts'

/** A word of a spoken sentence. */
export interface Spoken {
  /** As written, with the punctuation around it. */
  token: string
  /** In lower case, without that punctuation. */
  word: string
  /** Whether a pause follows, as punctuation or as the end. */
  isBeforePause: boolean
}

/** Divides a sentence at spaces. */
export function spokenWords(sentence: string): Spoken[] {
  const tokens = wordsBetweenSpaces(sentence)
  return tokens.map((token, at) => ({
    token,
    word: /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(token)?.[0].toLowerCase() ?? '',
    isBeforePause: at === tokens.length - 1 || /[,.;:!?…–—-]["')\]]*$/.test(token),
  }))
}

/** Makes a test for English words of a kind in `word-lists.tsv`. */
export function isAmong(kind: string): (spoken: Spoken | undefined) => boolean {
  const words = listed(kind, 'en')
  return (spoken) => spoken !== undefined && words.has(spoken.word)
}
