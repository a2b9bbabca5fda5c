import { rowsIn, wordsBetweenSpaces } from '#engines/language'

/** A word or emoticon of a text. */
export interface Word {
  /** In lower case, without the punctuation around it. */
  text: string
  /** As in the lexicon; undefined if the word is not in it. */
  valence: number | undefined
  /** Whether it is in capitals, and others are not. */
  isLoud: boolean
}

const punctuation = new Set('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~')

/** Replaces emoji by their names: `I 💘 it` by `I heart with arrow it`. */
export function withEmojiNames(text: string): string {
  const { emoji } = readLexicon()
  const named = text.replace(/\p{Emoji}/gu, (character, at: number) => {
    const name = emoji.get(character)
    if (name === undefined) return character
    return at === 0 || text[at - 1] === ' ' ? name : ` ${name}`
  })
  return named.trim()
}

/** Divides a text at spaces. */
export function wordsOf(text: string): Word[] {
  const { valences } = readLexicon()
  const tokens = wordsBetweenSpaces(text).map(withoutPunctuation)
  const capitals = tokens.filter(isInCapitals).length
  const isMixed = capitals > 0 && capitals < tokens.length
  return tokens.map((token) => {
    const word = token.toLowerCase()
    return { text: word, valence: valences.get(word), isLoud: isMixed && isInCapitals(token) }
  })
}

/** Removes the punctuation around a word. If little else remains, the token may be an emoticon, and is kept. */
function withoutPunctuation(token: string): string {
  let [start, end] = [0, token.length]
  while (start < end && punctuation.has(token[start]!)) start++
  while (start < end && punctuation.has(token[end - 1]!)) end--
  const word = token.slice(start, end)
  return [...word].length > 2 ? word : token
}

const isInCapitals = (token: string): boolean =>
  /\p{Uppercase}/u.test(token) && !/[\p{Lowercase}\p{Lt}]/u.test(token)

interface Lexicon {
  /** How positive a word or emoticon is by itself, from -4 to 4. In lower case. */
  valences: ReadonlyMap<string, number>
  /** The names of emoji, such as `heart with arrow`. */
  emoji: ReadonlyMap<string, string>
}

let lexicon: Lexicon | undefined

/** Returns the lexicons of VADER 3.3.2, read on first use. Their license is in `LICENSE.txt`. */
function readLexicon(): Lexicon {
  lexicon ??= {
    valences: new Map(
      rowsIn(new URL('lexicon.txt', import.meta.url)).flatMap(([valence, ...words]) =>
        words.map((word) => [word, Number(valence)] as const),
      ),
    ),
    emoji: new Map(
      rowsIn(new URL('emoji.txt', import.meta.url)).map(([emoji = '', ...name]) => [emoji, name.join(' ')]),
    ),
  }
  return lexicon
}
