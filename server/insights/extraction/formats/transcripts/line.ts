import { clockMs, clockPattern, isPrecise } from './clock.ts'
import { cleanName, isNameShaped, isProper, type Label, labelOf, longestName } from './label.ts'

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
  /** `Ada (00:01:02): …` */
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
  | 'text'

export interface Stamp {
  startMs: number | null
  endMs: number | null
  isPrecise: boolean
  isBracketed: boolean
}

export interface Line {
  layout: Layout
  name: string | null
  /** Other words before the text: a date, or to whom a message was sent. */
  note: string | null
  stamp: Stamp | null
  /** The text after speaker and time. */
  text: string
  /** The whole line, if it may be nothing but a name. */
  lone: string | null
  /** The whole line. */
  written: string
  /** Whether a blank line is above. */
  isApart: boolean
}

const day = String.raw`(?:\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}\.?|\d{4}年\d{1,2}月\d{1,2}日|\d{4}년\s?\d{1,2}월\s?\d{1,2}일|\d{1,2}\.?\s\p{L}{3,10}\.?,?\s\d{4}|\p{L}{3,10}\.?\s\d{1,2},?\s\d{4})`
const between = String.raw`(?:T|\s?[,،]?\s+(?:(?:à|a\slas|às|um|alle(?:\sore)?|klo|kl\.?|at|om|в)\s)?)`
const half = String.raw`(?:[AaPp]\.?\s?[Mm]\b\.?|ص|م|Uhr)`
const timeOfDay = String.raw`(?:오전\s?|오후\s?|上午\s?|下午\s?|午前\s?|午後\s?)?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d{1,6})?(?:\s?${half})?(?:Z|[+-]\d{2}:?\d{2})?`
const dated = `${day}${between}${timeOfDay}`
const range = String.raw`(?<start>${clockPattern})(?:\s*(?:-->|->|[-–—~,]|to|bis)\s*(?<end>${clockPattern}))?`

const leading = new RegExp(
  String.raw`^\s*(?:[-–—•]\s+)?(?<open>[[(<{#])?\s*(?:(?<date>${dated})|${range})\s*(?<close>[\])>}#])?(?=[\s:|,–—-]|$)(?<rest>\s*(?:[–—|:,-](?=\s|$))?\s*)`,
  'u',
)
const trailing = new RegExp(
  String.raw`(?:^|\s|(?<=[^\s\d:]))[|,–—-]?\s*(?<open>[[(<])?\s*(?:(?<date>${dated})|${range})\s*[\])>]?\s*$`,
  'u',
)
const within = new RegExp(String.raw`^\s*(?<open>[[(<])\s*${range}\s*[\])>]\s*`, 'u')

/** Zoom's chat: `From Ada to Everyone`. */
const message =
  /^(?:From|Von|De|Da|Van|От|Od|Från|Fra)\s+(?<name>.+?)(?:\s+(?:to|an|à|a|para|per|naar|do|till|til|для)\s+(?<to>.+))?$/u

/** No speaker and time take more. */
const longestHead = 240
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00a0\u202f*]/g

/** Finds the time and the name at the beginning of a line; what they are depends on the other lines. */
export function parseLine(written: string, isApart: boolean): Line {
  // Of the same length, so that places are those of the line.
  const head = digits(
    written
      .slice(0, longestHead)
      .replace(invisible, ' ')
      .replace(/^\s*#{1,6}(?=\s)/, blank),
  )
  const line: Line = {
    ...{ layout: 'text', name: null, note: null, stamp: null, text: written, lone: null, written, isApart },
  }
  const cells = inCells(written, head)
  if (cells) return { ...line, ...cells }
  const at = leading.exec(head)
  if (at && isOnePair(at)) return { ...line, ...afterTime(written, head, at) }
  const named = withName(written)
  if (named) return { ...line, ...named }
  const lone = loneName(head)
  if (head.length < longestHead) {
    const end = trailing.exec(head)
    const name = end && nameIn(head.slice(0, end.index))
    if (name) return { ...line, layout: 'name time', name, text: '', ...stampOf(end) }
  }
  return { ...line, lone }
}

const blank = (text: string): string => ' '.repeat(text.length)

const isOnePair = ({ groups }: RegExpExecArray): boolean => !groups!.open || Boolean(groups!.close)

/** Replaces Arabic digits by ASCII ones. */
const digits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String.fromCharCode(48 + (digit.charCodeAt(0) & 15)))

function afterTime(written: string, head: string, at: RegExpExecArray): Partial<Line> {
  const stamp = stampOf(at)
  const rest = written.slice(at[0].length)
  if (rest.trim() === '') return { layout: at.groups!.date ? 'text' : 'time', ...stamp, text: '' }
  const label = labelOf(rest) ?? (at.groups!.date ? sender(rest) : null)
  if (label) {
    const sent = message.exec(label.name)
    const name = sent ? cleanName(sent.groups!.name!) : label.name
    const note = [stamp.note, sent && label.name].filter(Boolean).join(' ') || null
    return { layout: at.groups!.date ? 'dated' : 'time name:', name, text: label.text, ...stamp, note }
  }
  if (at.groups!.date) return { layout: 'dated text', text: rest, ...stamp }
  const nick = /^<([^<>]{1,60})>\s+/.exec(rest)
  if (nick)
    return { layout: 'time name:', name: cleanName(nick[1]!), text: rest.slice(nick[0].length), ...stamp }
  const name = loneName(head.slice(at[0].length))
  return name
    ? { layout: 'time name', name, text: '', ...stamp }
    : { layout: 'time text', text: rest, ...stamp }
}

/** Returns the sender of a message, whose name may be anything. */
function sender(rest: string): Pick<Label, 'name' | 'text'> | null {
  const found = /^([^:：]{1,60})\s?[:：]\s/u.exec(rest)
  const name = found && cleanName(found[1]!)
  return name ? { name, text: rest.slice(found[0].length) } : null
}

function withName(written: string): Partial<Line> | null {
  const label = labelOf(written)
  if (!label) return null
  const end = trailing.exec(digits(label.name))
  const name = end && nameIn(label.name.slice(0, end.index))
  if (name) return { layout: 'name time:', name, text: label.text, ...stampOf(end) }
  const inside = within.exec(label.text)
  const { name: said, text } = label
  if (inside)
    return { layout: 'name: time', name: said, text: text.slice(inside[0].length), ...stampOf(inside) }
  return { layout: 'name:', name: said, text }
}

function loneName(head: string): string | null {
  if (head.length > longestName) return null
  const name = nameIn(head)
  return name && isProper(name) && /\p{L}/u.test(name) ? name : null
}

function nameIn(written: string): string | null {
  const name = cleanName(written.replace(/[:：]\s*$/, ''))
  return isNameShaped(name) ? name : null
}

function stampOf({ groups }: RegExpExecArray): { stamp: Stamp; note: string | null } {
  const { date, start = '', end, open } = groups!
  const stamp = {
    startMs: clockMs(start),
    endMs: end === undefined ? null : clockMs(end),
    isPrecise: date !== undefined || isPrecise(start),
    isBracketed: open !== undefined,
  }
  // A time of day has words: `9:41 PM`.
  const note = date?.trim() ?? ([start, end].filter((one) => one && /\p{L}/u.test(one)).join(' ') || null)
  return { stamp, note }
}

/** Reads a row of a table: `Ada | 00:01:02 | …`, in any order, also with tabs. */
function inCells(written: string, head: string): Partial<Line> | null {
  const separator = head.includes('\t') ? '\t' : ' | '
  const places = [head.indexOf(separator), head.indexOf(separator, head.indexOf(separator) + 1)]
  if (places[0]! < 1 || places[1]! < 1) return null
  const first = head.slice(0, places[0])
  const second = head.slice(places[0]! + separator.length, places[1])
  for (const [time, named] of [
    [first, second],
    [second, first],
  ] as const) {
    const at = leading.exec(time)
    const name = nameIn(named)
    if (at && !at.groups!.date && isOnePair(at) && at[0].length === time.length && name)
      return { layout: 'cells', name, text: written.slice(places[1]! + separator.length), ...stampOf(at) }
  }
  return null
}
