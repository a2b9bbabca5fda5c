import type { Segment } from '#rules/source-text'
import { type ContentLimits, ExtractionError } from './extracted.ts'
import { longestPassage, pieces } from './passages.ts'
import { clean, skipWhite, trimWhite } from './text.ts'

/** Almost 600 hours, the largest integer in the database. Later times are dropped. */
const latestMs = 2 ** 31 - 1

export type Details = Partial<Omit<Segment, 'start' | 'end' | 'kind'>>

/** Creates a segment; unknown details are null. */
export function segment(kind: Segment['kind'], start: number, end: number, details: Details = {}): Segment {
  const { label = null, speaker = null, startMs = null, endMs = null } = details
  return {
    start,
    end,
    kind,
    label: label && (clean(label) || null),
    speaker: speaker && (clean(speaker) || null),
    startMs: startMs !== null && startMs <= latestMs ? startMs : null,
    endMs: endMs !== null && endMs <= latestMs ? endMs : null,
  }
}

/** Divided only if they are so long that a server with little memory could not handle them. */
const whole: readonly Segment['kind'][] = ['heading', 'page', 'slide', 'row', 'message']
const longestWhole = 50_000

/** Builds a text from segments. */
export class Draft {
  readonly segments: Segment[] = []
  readonly #limits: ContentLimits
  readonly #parts: string[] = []
  #length = 0

  constructor(limits: ContentLimits) {
    this.#limits = limits
  }

  /** Adds a segment, separated by `gap` from the previous one. Ignores white space. */
  add(kind: Segment['kind'], written: string, details: Details = {}, gap = '\n\n'): void {
    const cleaned = clean(written)
    const from = skipWhite(cleaned, 0, cleaned.length)
    const piece = cleaned.slice(from, trimWhite(cleaned, from, cleaned.length))
    if (piece === '') return
    if (this.#length > 0) this.#write(gap)
    const start = this.#length
    this.#write(piece)
    const longest = whole.includes(kind) ? longestWhole : longestPassage
    for (const [from, to] of pieces(piece, longest)) {
      if (kind !== 'paragraph' && this.segments.length >= this.#limits.segments)
        throw tooMany(kind, this.#limits)
      this.segments.push(segment(kind, start + from, start + to, details))
    }
  }

  /** Adds a row, in lines. Counts them before it joins them: each can repeat a long name. */
  addLines(lines: Iterable<string>, details: Details = {}): void {
    const written: string[] = []
    let chars = this.#length
    for (const line of lines) {
      chars += line.length
      if (chars > this.#limits.textChars) throw tooMuchText(this.#limits)
      written.push(line)
    }
    this.add('row', written.join('\n'), details)
  }

  get text(): string {
    return this.#parts.join('')
  }

  #write(piece: string): void {
    this.#length += piece.length
    if (this.#length > this.#limits.textChars) throw tooMuchText(this.#limits)
    this.#parts.push(piece)
  }
}

export function tooMuchText({ textChars }: ContentLimits): ExtractionError {
  return new ExtractionError(
    'too_much_text',
    `The file has more than ${textChars.toLocaleString('en')} characters of text.`,
  )
}

export function tooMany(kind: Segment['kind'], { segments }: ContentLimits): ExtractionError {
  return new ExtractionError(
    'too_much_text',
    `The file has more than ${segments.toLocaleString('en')} ${kind}s. Divide it into several files.`,
  )
}
