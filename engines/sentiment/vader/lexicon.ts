import { readFileSync } from 'node:fs'

export interface Lexicon {
  /** How positive a word or emoticon is by itself, from -4 to 4. In lower case. */
  valences: ReadonlyMap<string, number>
  /** The names of emoji, such as `heart with arrow`. */
  emoji: ReadonlyMap<string, string>
}

let lexicon: Lexicon | undefined

/** Returns the lexicons of VADER 3.3.2, read on first use. Their license is in `LICENSE.txt`. */
export function readLexicon(): Lexicon {
  lexicon ??= {
    valences: new Map(linesOf('lexicon.txt').flatMap(toValences)),
    emoji: new Map(linesOf('emoji.txt').map(toEmoji)),
  }
  return lexicon
}

const linesOf = (name: string): string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')

function toValences(line: string): [string, number][] {
  const [valence, ...words] = line.split(' ')
  return words.map((word) => [word, Number(valence)])
}

function toEmoji(line: string): [string, string] {
  const space = line.indexOf(' ')
  return [line.slice(0, space), line.slice(space + 1)]
}
