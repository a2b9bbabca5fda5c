const digital = String.raw`(?:\d{1,4}:\d{1,2}:[0-5]?\d|\d{1,3}:[0-5]\d)(?:[.,:;]\d{1,3}|-\d(?=#))?`
const forenoon = '오전|上午|午前'
const afternoon = '오후|下午|午後'
const beforeTime = String.raw`(?:(?:${forenoon}|${afternoon})\s?)?`
const afterTime = String.raw`(?:\s?[AaPp]\.?\s?[Mm]\b\.?)?`
/** `1 hour 2 minutes 3 seconds`, in the languages that abbreviate them alike. */
const spelled = String.raw`(?:\d{1,3}\s?[hs]\p{L}{0,6}\.?,?\s)?\d{1,3}\s?min\p{L}{0,5}\.?,?\s\d{1,2}\s?se[ck]\p{L}{0,6}\.?`

/**
 * A position in a recording: `1:05`, `00:01:05.5`, `00:01:05-5` (f4), or `00:01:05:12` with frames; perhaps a time of day
 * with AM or PM.
 */
export const clockPattern = `(?:${beforeTime}${digital}${afterTime}|${spelled})`

const clock = new RegExp(
  String.raw`^(?<before>${beforeTime})(?:(?<hours>\d{1,4}):)?(?<minutes>\d{1,3}):(?<seconds>\d{1,2})(?:(?<mark>[.,:;-])(?<fraction>\d{1,3}))?(?:\s?(?<after>[ap])\.?\s?m\.?)?$`,
  'iu',
)
const inWords = new RegExp(`^${spelled}$`, 'u')

/** Returns a position in milliseconds, or null. A time of day counts from midnight. */
export function clockMs(written: string): number | null {
  const trimmed = written.trim()
  if (inWords.test(trimmed)) return secondsOf(trimmed.match(/\d+/g)!.map(Number)) * 1_000
  const found = clock.exec(trimmed)
  if (!found) return null
  const { before, hours, minutes, seconds, mark = '', fraction, after } = found.groups!
  const parts = [hours, minutes, seconds].flatMap((part) => (part === undefined ? [] : Number(part)))
  if (before || after) {
    const isLate = before ? afternoon.includes(before.trim()) : after!.toLowerCase() === 'p'
    parts[0] = (parts[0]! % 12) + (isLate ? 12 : 0)
    if (parts.length === 2) parts.push(0)
  }
  // After a colon or semicolon, there is a number of frames.
  const rest = fraction && !/[:;]/.test(mark) ? Number(fraction.padEnd(3, '0')) : 0
  return secondsOf(parts) * 1_000 + rest
}

const secondsOf = (parts: number[]): number => parts.reduce((sum, part) => sum * 60 + part, 0)

/** Returns whether a position has hours, minutes and seconds, unlike most times of day in prose and programs of events. */
export const isPrecise = (written: string): boolean => /\d:\d+:\d|\p{L}/u.test(written.replace(half, ''))
const half = new RegExp(String.raw`${forenoon}|${afternoon}|[ap]\.?\s?m\b\.?`, 'giu')

/** Returns whether a time is one of day, such as `9:41 PM`. */
export const isOfDay = (written: string): boolean => new RegExp(half, 'iu').test(written)

/** Returns whether a time may be one of day: `21:41`. */
export const mayBeOfDay = (written: string): boolean =>
  isOfDay(written) || /^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(written.trim())
