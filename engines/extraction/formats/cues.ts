/** A caption; without times, words that the file has elsewhere. */
export interface Cue {
  startMs: number | null
  endMs: number | null
  /** Named by the identifier of the cue: `1 "Ada Lovelace" (123)`, as in Webex. */
  speaker: string | null
  lines: string[]
}

/**
 * Divides captions into cues. Every word is in one of them, except those of comments, styles and regions: words after a
 * blank line, without a time, above the first cue or next to its times.
 * @returns null if the text contains no times
 */
export function cuesIn(text: string): Cue[] | null {
  const cues = new Cues(signature.test(text))
  for (const line of text.split(/\r\n|\n|\r/)) cues.read(line)
  return cues.areCaptions ? cues.all : null
}

const signature = /^\uFEFF?WEBVTT(?:[ \t]+|$|(?=[\r\n]))(?:FILE$)?[\s–—-]*/
/** Lines below the signature that describe the file. */
const metadata = /^(?:kind|language|region|x-[\w-]+)\s*[:=]/i
/** Blocks without captions (https://www.w3.org/TR/webvtt1/#file-structure). */
const comment = /^(?:NOTE(?:[ \t]|$)|(?:STYLE|REGION)[ \t]*$)/
const speaking = /^\d+ "([^"]{1,100})"(?: \(\d+\))?$/
/** Identifiers that programs make up: one word without the end of a sentence. */
const token = /^[\x21-\x7e]{0,99}\w$/

class Cues {
  readonly all: Cue[] = []
  readonly #isWebVtt: boolean
  #isTimed = false
  #block: 'header' | 'comment' | 'words' = 'words'
  #above: 'empty' | 'blank' | 'first' | 'other' = 'empty'
  /** The number of the cue before, if its identifier is a number. */
  #number: number | null = null

  constructor(isWebVtt: boolean) {
    this.#isWebVtt = isWebVtt
  }

  get areCaptions(): boolean {
    return this.#isTimed || this.#isWebVtt
  }

  read(line: string): void {
    const timing = timingOf(line)
    if (timing) {
      const speaker = this.#takeIdentifier()
      const { words, ...times } = timing
      this.all.push({ ...times, speaker, lines: words === '' ? [] : [words] })
      this.#block = 'words'
      this.#above = 'other'
      this.#isTimed = true
    } else if (line.trim() === '') {
      // In WebVTT, white space ends neither a cue nor a comment.
      this.#above = line === '' || !this.#isWebVtt ? 'empty' : 'blank'
      if (this.#above === 'empty') this.#block = 'words'
    } else {
      this.#readWords(line)
      this.#above = /^(?:empty|blank)$/.test(this.#above) ? 'first' : 'other'
    }
  }

  #readWords(line: string): void {
    const isFirst = this.#above === 'empty'
    const [title] = (isFirst && signature.exec(line)) || []
    if (title !== undefined) this.#block = 'header'
    else if (this.#isWebVtt && (isFirst || this.#block === 'header') && comment.test(line))
      this.#block = 'comment'
    const words = line.slice(title?.length ?? 0)
    if (words === '' || this.#block === 'comment') return
    if (this.#block === 'words' || !metadata.test(words)) this.#add(words, isFirst)
  }

  /** Adds words to the open cue. In WebVTT, an empty line ends it; in SubRip, the next times do. */
  #add(line: string, isFirst: boolean): void {
    const open = this.all.at(-1)
    if (open && !(isFirst && this.#isWebVtt && open.lines.length > 0)) open.lines.push(line)
    else this.all.push({ startMs: null, endMs: null, speaker: null, lines: [line] })
  }

  /** Removes the identifier of the next cue from the words above. @returns the speaker that it names */
  #takeIdentifier(): string | null {
    const open = this.all.at(-1)
    const last = open?.lines.at(-1)?.trim()
    if (!open || last === undefined) return null
    const number = /^\d{1,9}$/.test(last) ? Number(last) : null
    const [named, speaker = null] = speaking.exec(last) ?? []
    if (!named && !this.#isNext(number) && !this.#isIdentifier(last, open)) return null
    this.#number = number ?? this.#number
    open.lines.pop()
    if (open.startMs === null && open.lines.length === 0) this.all.pop()
    return speaker
  }

  /** Returns whether a number follows that of the cue before, so that it is none of its words. */
  #isNext(number: number | null): boolean {
    return number !== null && (this.#number === null ? !this.#isTimed : number === this.#number + 1)
  }

  /** Returns whether the line above, the only one after a blank one, is an identifier rather than the words of its cue. */
  #isIdentifier(line: string, { startMs, lines }: Cue): boolean {
    if (this.#above !== 'first' || (startMs !== null && lines.length === 1)) return false
    return /^\d+$/.test(line) || (this.#isWebVtt && token.test(line))
  }
}

const time = String.raw`(?:\d{1,4}\s?:\s?)?\d{1,3}\s?:\s?\d{1,2}(?:\s?[.,:;]\s?\d{1,9})?`
const timing = new RegExp(String.raw`^\s*(?<start>${time})\s*(?:-{1,2}>|[–—]>|→)\s*(?<end>${time})(?![\d:])`)
/** Of both formats, and of earlier versions: `align:start`, `X1:40`, `D:vertical`. */
const settings =
  /^\s*(?:\s(?:vertical|line|position|size|align(?:ment)?|region|[xy][12]|[adlst])[:=][\w%.,-]+)+(?=\s|$)/i
const damaged = /^[\d\s:.,;]*-->[\d\s:.,;]*$/
const longestTiming = 120

interface Timing {
  startMs: number | null
  endMs: number | null
  /** Words after the times that are no settings. */
  words: string
}

/** Reads a line of times; null if it is another. */
function timingOf(line: string): Timing | null {
  const head = line.slice(0, longestTiming)
  const found = timing.exec(head)
  if (!found) return head === line && damaged.test(line) ? { startMs: null, endMs: null, words: '' } : null
  const { start, end } = found.groups!
  const rest = line.slice(found[0].length)
  const words = rest.slice(settings.exec(` ${rest.slice(0, longestTiming)}`)?.[0].slice(1).length ?? 0)
  return { startMs: milliseconds(start!), endMs: milliseconds(end!), words: words.trim() }
}

/** A fraction after a colon is a number of frames. */
function milliseconds(written: string): number {
  const [, whole = '', mark, fraction = ''] = /^([\d\s:]*\d)(?:\s?([.,;])\s?(\d+))?$/.exec(written) ?? []
  const parts = whole.split(':').slice(0, 3)
  const seconds = parts.reduce((sum, part) => sum * 60 + Number(part), 0)
  return seconds * 1_000 + (mark === ';' ? 0 : Number(fraction.padEnd(3, '0').slice(0, 3)))
}
