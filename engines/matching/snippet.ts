import { dictionarySegments } from '#engines/language'

/** A mention with the text around it. */
export interface Snippet {
  snippet: string
  /** The words that matched, as UTF-16 offsets into the snippet. */
  highlights: [number, number][]
}

interface Range {
  start: number
  end: number
}

/** How long a snippet is, in UTF-16 units. */
const length = 200
/** The context on each side of a word in a mention that is longer than a snippet. */
const around = 40
/** How far a cut may move to fall between words. */
const slack = 40

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Returns a mention with the text around it in its passage, about 200 UTF-16 units: whole words if possible, always
 * whole characters, white space as single spaces, and an ellipsis where text is left out. Keeps the line breaks of a
 * row, which divide its fields.
 */
export function snippetOf(
  text: string,
  passage: Range,
  mention: Range & { highlights: [number, number][] },
  isRow = false,
): Snippet {
  const within = trimmed(text, passage)
  const pieces =
    mention.end - mention.start <= length
      ? [window(text, within, mention, isRow)]
      : fragments(text, within, mention)
  let snippet = pieces[0]!.start > within.start ? '…' : ''
  const highlights: [number, number][] = []
  for (const [n, piece] of pieces.entries()) {
    if (n > 0) snippet += ' … '
    const placed = withSingleSpaces(text, piece, isRow)
    for (const [start, end] of mention.highlights) {
      if (start >= piece.start && end <= piece.end)
        highlights.push([snippet.length + placed.at(start), snippet.length + placed.at(end)])
    }
    snippet += placed.text
  }
  if (pieces.at(-1)!.end < within.end) snippet += '…'
  return { snippet, highlights }
}

/** Returns the mention with equal context on both sides, or more on one side if the other has less. */
function window(text: string, within: Range, { start, end }: Range, isRow: boolean): Range {
  const context = length - (end - start)
  const before = Math.max(context / 2, context - (within.end - end))
  const from = Math.max(within.start, Math.ceil(start - before))
  const to = Math.min(within.end, from + length)
  const cut = cutBefore(text, within, from, start)
  return { start: isRow ? fieldStart(text, within, cut) : cut, end: cutAfter(text, within, to, end) }
}

/** Returns where the field of a row begins, so that its name is shown; if that is too far away, the place itself. */
function fieldStart(text: string, within: Range, place: number): number {
  const start = Math.max(within.start, text.lastIndexOf('\n', place - 1) + 1)
  return place - start <= slack ? start : place
}

/** Returns the first words that matched, each with a little context; joined if they overlap. */
function fragments(text: string, within: Range, mention: { highlights: [number, number][] }): Range[] {
  const found: Range[] = []
  let left = length
  for (const [start, end] of mention.highlights) {
    const piece = {
      start: cutBefore(text, within, start - around, start),
      end: cutAfter(text, within, end + around, end),
    }
    const last = found.at(-1)
    const joins = last !== undefined && piece.start <= last.end + 1
    left -= joins ? piece.end - last.end : piece.end - piece.start
    if (found.length > 0 && left < 0) break
    if (joins) last.end = Math.max(last.end, piece.end)
    else found.push(piece)
  }
  return found
}

/** Returns the first place from `from` to `limit` at which the snippet can begin. */
function cutBefore(text: string, within: Range, from: number, limit: number): number {
  if (from <= within.start) return within.start
  const at = text.slice(from - 1, Math.min(from + slack, limit)).search(wordAfterSpace)
  if (at >= 0) return from - 1 + at
  // Segments from a little earlier, to find real boundaries.
  const begin = Math.max(within.start, wellFormed(text, from - slack))
  const part = text.slice(begin, limit)
  for (const segments of [dictionarySegments(part), characters.segment(part)]) {
    for (const { index } of segments) {
      if (begin + index > from + slack) break
      if (begin + index >= from && index > 0) return begin + index
    }
  }
  return limit
}

/** Returns the last place from `limit` to `to` at which the snippet can end. */
function cutAfter(text: string, within: Range, to: number, limit: number): number {
  if (to >= within.end) return within.end
  const earliest = Math.max(limit, to - slack)
  for (let at = to; at > earliest; at--) {
    if (/^\s(?![\p{M}\u200d])/u.test(text.slice(at, at + 3))) return at
  }
  const part = text.slice(limit, Math.min(within.end, to + slack))
  for (const segments of [dictionarySegments(part), characters.segment(part)]) {
    let last = 0
    for (const { index } of segments) {
      if (limit + index > to) break
      last = index
    }
    if (limit + last > earliest) return limit + last
  }
  return limit
}

/** The beginning of a word. A combining mark belongs to the space before it. */
const wordAfterSpace = /(?<=\s)[^\s\p{M}\u200d]/u

const wellFormed = (text: string, at: number): number =>
  at > 0 && /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at

/** Trims white space, which needs no ellipsis. */
function trimmed(text: string, { start, end }: Range): Range {
  while (start < end && /\s/.test(text[start]!)) start++
  while (end > start && /\s/.test(text[end - 1]!)) end--
  return { start, end }
}

/** Collapses white space, and maps places in the text to the result. */
function withSingleSpaces(
  text: string,
  { start, end }: Range,
  isRow: boolean,
): { text: string; at(place: number): number } {
  const runs: { end: number; removed: number }[] = []
  let removed = 0
  const part = text.slice(start, end)
  for (const { index, 0: run } of part.matchAll(/\s\s+/g)) {
    removed += run.length - 1
    runs.push({ end: start + index + run.length, removed })
  }
  return {
    text: part.replace(/\s+/g, (run) => (isRow && run.includes('\n') ? '\n' : ' ')),
    at: (place) => place - start - (runs.findLast((run) => run.end <= place)?.removed ?? 0),
  }
}
