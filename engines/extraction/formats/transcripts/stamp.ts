import { clockMs, clockPattern, isOfDay, isPrecise } from './clock.ts'

/** A time next to a name or a text. */
export interface Stamp {
  startMs: number | null
  endMs: number | null
  isPrecise: boolean
  isBracketed: boolean
  written: string
}

const day = String.raw`(?:\d{1,4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{1,4}\.?|\d{4}年\d{1,2}月\d{1,2}日|\d{4}년\s?\d{1,2}월\s?\d{1,2}일|\d{1,2}\.?\s(?:de\s)?\p{L}{3,10}\.?,?\s(?:de\s)?\d{4}|\p{L}{3,10}\.?\s\d{1,2},?\s\d{4})`
const between = String.raw`(?:T|\s?[,،]?\s+(?:(?:à|a\slas|às|um|alle(?:\sore)?|klo|kl\.?|at|om|в)\s)?)`
const half = String.raw`(?:[AaPp]\.?\s?[Mm]\b\.?|ص|م|Uhr)`
const timeOfDay = String.raw`(?:오전\s?|오후\s?|上午\s?|下午\s?|午前\s?|午後\s?)?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d{1,6})?(?:\s?${half})?(?:Z|[+-]\d{2}:?\d{2})?`
/** `31.12.23, 21:41` */
const dated = `${day}${between}${timeOfDay}`
/** `[Yesterday 21:41]` */
const relative = String.raw`(?<=\[)\p{L}{3,12},?\s${timeOfDay}(?=\])`
const range = String.raw`(?<start>${clockPattern})(?:\s*(?:-->|->|[-–—~,]|to|bis)\s*(?<end>${clockPattern}))?`

/** A time at the beginning of a line. */
export const leading = new RegExp(
  String.raw`^\s*(?:[-–—•]\s+|@)?(?<open>[[(<{#])?\s*(?:(?<date>${dated}|${relative})|${range})\s*(?<close>[\])>}#])?(?=[\s:|,–—-]|$)(?<rest>\s*(?:[–—|:,-](?=\s|$))?\s*)`,
  'u',
)
/** `— Today at 21:41` */
const relativeAtEnd = String.raw`(?<=[—–]\s?)\p{L}{3,12}\s(?:at|um|à|a\slas|às|alle|om|kl\.?|в)\s${timeOfDay}`
/** A time at the end of a line. */
export const trailing = new RegExp(
  String.raw`(?:^|\s|(?<=[^\s\d:])|(?=[|,–—[(<]))[|,–—-]?\s*(?<open>[[(<])?\s*(?:(?<date>${dated}|${relativeAtEnd})|${range})\s*[\])>]?\s*$`,
  'u',
)
/** A time after a name and a colon. */
export const within = new RegExp(
  String.raw`^\s*(?:(?<open>[[(<])\s*${range}\s*[\])>]|${range}(?=\s*$|\s{2}|\t))\s*`,
  'u',
)
/** `[Ada] [9:41 PM] …` */
export const boxed = new RegExp(
  String.raw`^\s*\[(?<name>[^[\]]{1,100})\]\s*(?<open>\[)\s*${range}\s*\]\s*`,
  'u',
)
/** What f4 writes at the end of a paragraph: when it ends. */
export const ending = new RegExp(String.raw`\s*#(?<end>${clockPattern})#\s*$`, 'u')
/** A line that is a date, perhaps with a weekday: the messages below are of this day. */
export const dayLine = new RegExp(
  String.raw`^\s*(?<rule>[-–—=]{3,}\s*)?(?:\p{L}{2,12}\.?,?\s+)?${day}(?:${between}${timeOfDay})?\s*(?:[(（]?\p{L}{1,12}[)）]?)?\s*[-–—=]*\s*$`,
  'u',
)

export const isOnePair = ({ groups }: RegExpExecArray): boolean => !groups!.open || Boolean(groups!.close)

export function stampOf({ groups }: RegExpExecArray): { stamp: Stamp; note: string | null } {
  const { date, start = '', end, open } = groups!
  const stamp = {
    startMs: clockMs(start),
    endMs: end === undefined ? null : clockMs(end),
    isPrecise: date !== undefined || isPrecise(start),
    isBracketed: open !== undefined,
    written: date?.trim() ?? start,
  }
  // A time of day has words.
  const note = date?.trim() ?? ([start, end].filter((one) => one && isOfDay(one)).join(' ') || null)
  return { stamp, note }
}
