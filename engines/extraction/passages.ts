import { sentenceEnds } from '#engines/language'
import { skipWhite, trimWhite } from './text.ts'

/** The most UTF-16 units of a passage, in which queries are evaluated. */
export const longestPassage = 5_000

export type Range = [start: number, end: number]

/** Finds lines, without their ends: LF or CRLF, or CR in a text without LF. */
export function* lines(text: string, from = 0, to = text.length): Generator<Range> {
  const end = text.includes('\n') ? '\n' : '\r'
  for (let start = from; start < to; ) {
    const found = text.indexOf(end, start)
    const stop = found === -1 || found > to ? to : found
    yield [start, stop]
    start = stop + 1
  }
}

/** Finds paragraphs between blank lines, without white space around them. Divides long ones. */
export function paragraphs(text: string, from = 0, to = text.length): Range[] {
  const found: Range[] = []
  let open: Range | null = null
  for (const [start, end] of lines(text, from, to)) {
    const first = skipWhite(text, start, end)
    if (first < end) {
      const last = trimWhite(text, first, end)
      open = open ? [open[0], last] : [first, last]
    } else if (open) {
      found.push(...pieces(text, longestPassage, open))
      open = null
    }
  }
  if (open) found.push(...pieces(text, longestPassage, open))
  return found
}

/** Divides a long range at the end of a line, or else of a sentence, word or character. */
export function* pieces(
  text: string,
  longest = longestPassage,
  [from, to]: Range = [0, text.length],
): Generator<Range> {
  let start = from
  while (to - start > longest) {
    const cut = start + cutting(text.slice(start, start + longest + around), longest)
    const end = trimWhite(text, start, cut)
    yield [start, end]
    start = skipWhite(text, end, to)
  }
  if (start < to) yield [start, to]
}

/** Returns where to cut: above 0, at most `longest`. */
function cutting(window: string, longest: number): number {
  const least = Math.floor(longest / 4)
  const line = Math.max(window.lastIndexOf('\n', longest), window.lastIndexOf('\r', longest))
  if (line >= least) return line
  const end = [...sentenceEnds(window, null)].findLast((one) => one <= longest)
  if (end && end >= least) return end
  const space = window.slice(least, longest).search(/\s\S*$/)
  if (space >= 0) return least + space + 1
  return lastCharacter(window, longest)
}

/** Few characters have more units. */
const around = 100
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Returns the end of the last whole character that fits. */
function lastCharacter(window: string, longest: number): number {
  const from = longest - around
  const fitting = [...graphemes.segment(window.slice(from))].findLast(({ index }) => index <= around)!
  if (fitting.index > 0) return from + fitting.index
  return /[\ud800-\udbff]/.test(window[longest - 1]!) ? longest - 1 : longest
}
