import { inCells } from './cells.ts'
import { clockMs } from './clock.ts'
import { cleanName, isProper, type Label, labelOf, longestName, nameIn } from './label.ts'
import { boxed, dayLine, ending, isOnePair, leading, type Stamp, stampOf, trailing, within } from './stamp.ts'

/**
 * How a line of a transcript may begin. Programs write the speaker and the time in these ways; the decision note on
 * transcripts names the programs.
 */
export type Layout =
  /** `[31.12.23, 21:41:03] Ada: …` or `12/31/23, 9:41 PM - Ada: …` */
  | 'dated'
  /** The same without a name. */
  | 'dated text'
  /** `[00:01:02] Ada: …` */
  | 'time name:'
  /** `Ada (00:01:02): …` or `[Ada] [00:01:02] …` */
  | 'name time:'
  /** `Ada: [00:01:02] …` */
  | 'name: time'
  /** `Ada  00:01:02`, with the text in the next lines */
  | 'name time'
  /** `[00:01:02] Ada`, with the text in the next lines */
  | 'time name'
  /** `00:01:02 | Ada | …` */
  | 'cells'
  /** `Ada: …` */
  | 'name:'
  /** A line with nothing but a name, with the text in the next lines */
  | 'name'
  /** `[00:01:02] …` */
  | 'time text'
  /** `00:01:02` */
  | 'time'
  /** `Mon, 1/15/2024` */
  | 'day'
  | 'text'

export interface Line {
  layout: Layout
  name: string | null
  /** Other words before the text: a date, or to whom a message was sent. */
  note: string | null
  stamp: Stamp | null
  /** The text after speaker and time. */
  text: string
  /** The text after the first of them, if a colon or time in it may be a part of what is said. */
  rest: string
  /** The whole line, if it may be nothing but a name. */
  lone: string | null
  /** The whole line. */
  written: string
  /** When the paragraph ends, if a time at its end states it. */
  endMs: number | null
  /** Whether a blank line is above. */
  isApart: boolean
}

/** Zoom's chat: `From Ada to Everyone`. */
const message =
  /^(?:From|Von|De|Da|Van|От|Od|Från|Fra)\s+(?<name>.+?)(?:\s+(?:to|an|à|a|para|per|naar|do|till|til|для)\s+(?<to>.+))?$/u

/** No speaker and time take more. */
const longestHead = 240
/** No time and space before it take more. */
const longestEnding = 40
/** No date takes more. */
const longestDay = 60
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00a0\u202f*`]/g

/** Finds the time and the name at the beginning of a line; what they are depends on the other lines. */
export function parseLine(whole: string, isApart: boolean, isFirst = false): Line {
  const end = ending.exec(whole.slice(-longestEnding))
  const written = end ? whole.slice(0, -end[0].length) : whole
  const endMs = end && clockMs(end.groups!.end!)
  const line: Line = {
    ...{ layout: 'text', name: null, note: null, stamp: null, lone: null, endMs, isApart },
    ...{ text: written, rest: written, written },
  }
  // Keeps the length, so that places in it are those in the line.
  const head = digits(
    written
      .slice(0, longestHead)
      .replace(invisible, ' ')
      .replace(/^\s*#{1,6}(?=\s)/, blank),
  )
  const hasDigit = /\d/.test(head)
  const started = hasDigit && withTimeFirst(written, head, isApart || isFirst)
  if (started) return { ...line, ...started }
  const named = withName(written)
  if (named) return { ...line, ...named }
  const ended = hasDigit && withTimeLast(written, head)
  return { ...line, ...(ended || { lone: loneName(head) }) }
}

function withTimeFirst(written: string, head: string, mayBeDay: boolean): Partial<Line> | null {
  const day = head.length <= longestDay && dayLine.exec(head)
  if (day && (mayBeDay || day.groups!.rule)) return { layout: 'day' }
  const cells = inCells(written, head)
  if (cells) return cells
  const at = leading.exec(head)
  return at && isOnePair(at) ? afterTime(written, head, at) : null
}

function withTimeLast(written: string, head: string): Partial<Line> | null {
  const box = boxed.exec(head)
  if (box) return inBox(written, box)
  const end = head.length < longestHead && trailing.exec(head)
  const name = end && nameIn(head.slice(0, end.index))
  return name ? { layout: 'name time', name, text: '', ...stampOf(end) } : null
}

const blank = (text: string): string => ' '.repeat(text.length)

/** Replaces Arabic digits by ASCII ones. */
const digits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String.fromCharCode(48 + (digit.charCodeAt(0) & 15)))

/** `[Yesterday 9:41 PM]`: programs write logs like that, too. */
const isWordy = (date: string): boolean => /^\p{L}+,?\s\d{1,2}[:.]/u.test(date)

function afterTime(written: string, head: string, at: RegExpExecArray): Partial<Line> {
  const { stamp, note: date } = stampOf(at)
  const rest = written.slice(at[0].length)
  const isDated = at.groups!.date !== undefined
  const isAlone = isDated && isWordy(stamp.written)
  if (rest.trim() === '') return { layout: isDated ? 'text' : 'time', stamp, note: date, text: '' }
  const label = isAlone ? null : (labelOf(rest) ?? (isDated ? sender(rest) : null))
  if (label) {
    const sent = message.exec(label.name)
    const name = sent ? cleanName(sent.groups!.name!) : label.name
    const note = [date, sent && label.name].filter(Boolean).join(' ') || null
    return { layout: isDated ? 'dated' : 'time name:', name, text: label.text, rest, stamp, note }
  }
  const nick = /^<([^<>]{1,60})>\s+/.exec(rest)
  if (nick && !isDated) {
    const text = rest.slice(nick[0].length)
    return { layout: 'time name:', name: cleanName(nick[1]!), text, rest, stamp, note: date }
  }
  const name = loneName(head.slice(at[0].length))
  if (name) return { layout: 'time name', name, text: '', rest, stamp, note: date }
  if (isAlone) return {}
  return { layout: isDated ? 'dated text' : 'time text', text: rest, rest, stamp, note: date }
}

/** Returns the sender of a message, whose name may be anything. */
function sender(rest: string): Pick<Label, 'name' | 'text'> | null {
  const found = /^([^:：]{1,60})\s?[:：]\s/u.exec(rest)
  const name = found && cleanName(found[1]!)
  return name ? { name, text: rest.slice(found[0].length) } : null
}

function withName(written: string): Partial<Line> | null {
  const label = beforeBar(written) ?? labelOf(written)
  if (!label) return null
  const end = trailing.exec(digits(label.name))
  const name = end && nameIn(label.name.slice(0, end.index))
  if (name) return { layout: 'name time:', name, text: label.text, rest: label.text, ...stampOf(end) }
  const { name: said, text } = label
  const inside = within.exec(digits(text.slice(0, longestHead)))
  if (inside)
    return {
      layout: 'name: time',
      name: said,
      text: text.slice(inside[0].length),
      rest: text,
      ...stampOf(inside),
    }
  return { layout: 'name:', name: said, text, rest: text }
}

/** Returns the name in the first of two columns: `Ada | …`, also with a tab. */
function beforeBar(written: string): Pick<Label, 'name' | 'text'> | null {
  const [head, before] = /^([^|\t]{1,100})(?: \| |\t+)(?=\S)/.exec(written) ?? []
  const name = before && nameIn(before)
  if (!name || !isProper(name)) return null
  const text = written.slice(head!.length)
  const shown = text.slice(0, longestHead).replace(invisible, ' ').trim()
  const isTime = leading.exec(shown)?.[0].length === shown.length
  return isTime || /\t|\s\|\s/.test(text) ? null : { name, text }
}

function inBox(written: string, box: RegExpExecArray): Partial<Line> {
  const name = cleanName(box.groups!.name!)
  return { layout: 'name time:', name, text: written.slice(box[0].length), ...stampOf(box) }
}

function loneName(head: string): string | null {
  if (head.length > longestName) return null
  const name = nameIn(head)
  return name && isProper(name) && /\p{L}/u.test(name) ? name : null
}
