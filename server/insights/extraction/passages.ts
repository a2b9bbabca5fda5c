import { skipWhite, trimWhite } from './white.ts'

/** A passage that a query is judged by and a page shows at once has at most so many UTF-16 units. */
export const longestPassage = 5_000

export type Range = [start: number, end: number]

/** Each line's range, without its line end. Lines end by LF or CRLF, or by CR where there is no LF at all. */
export function* lines(text: string, from = 0, to = text.length): Generator<Range> {
  const end = text.includes('\n') ? '\n' : '\r'
  for (let start = from; start < to; ) {
    const found = text.indexOf(end, start)
    const stop = found === -1 || found > to ? to : found
    yield [start, stop]
    start = stop + 1
  }
}

/** The paragraphs between blank lines, long ones in pieces; white space around each is left out. */
export function paragraphs(text: string, from = 0, to = text.length): Range[] {
  const found: Range[] = []
  let open: Range | null = null
  for (const [start, end] of lines(text, from, to)) {
    const first = skipWhite(text, start, end)
    if (first < end) {
      const last = trimWhite(text, first, end)
      open = open ? [open[0], last] : [first, last]
    } else if (open) {
      found.push(...pieces(text, open))
      open = null
    }
  }
  if (open) found.push(...pieces(text, open))
  return found
}

/** A range in pieces of at most `longest` units: cut at the end of a line, else of a sentence, a word, a character. */
export function* pieces(text: string, [from, to]: Range = [0, text.length]): Generator<Range> {
  const longest = longestPassage
  let start = from
  while (to - start > longest) {
    const cut = start + cutting(text.slice(start, start + longest + around), longest)
    const end = trimWhite(text, start, cut)
    yield [start, end]
    start = skipWhite(text, end, to)
  }
  if (start < to) yield [start, to]
}

/** The ends of sentences, then of words. */
const stops = [/[.!?…]["'”’)\]]*\s|[。！？]/gu, /\s/g]

/** Where to cut what is longer than `longest`: above 0, at most `longest`. */
function cutting(window: string, longest: number): number {
  const least = Math.floor(longest / 4)
  const line = Math.max(window.lastIndexOf('\n', longest), window.lastIndexOf('\r', longest))
  if (line >= least) return line
  const later = window.slice(least, longest)
  for (const stop of stops) {
    const last = [...later.matchAll(stop)].at(-1)
    if (last) return Math.min(least + last.index + last[0].length, longest)
  }
  return lastCharacter(window, longest)
}

/** Units to look at on both sides of a cut: few characters are longer. */
const around = 100
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The end of the last whole character, with its marks, that fits. */
function lastCharacter(window: string, longest: number): number {
  const from = longest - around
  const fitting = [...graphemes.segment(window.slice(from))].findLast(({ index }) => index <= around)!
  if (fitting.index > 0) return from + fitting.index
  return /[\ud800-\udbff]/.test(window[longest - 1]!) ? longest - 1 : longest
}
