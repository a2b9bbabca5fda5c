/** A position in a recording: `1:05`, `00:01:05.5`, or `00:01:05:12` with frames; perhaps a time of day with AM or PM. */
export const clockPattern = String.raw`(?:\d{1,4}:\d{1,2}:[0-5]?\d|\d{1,3}:[0-5]\d)(?:[.,:]\d{1,3})?(?:\s?[AaPp]\.?\s?[Mm]\b\.?)?`

const clock = /^(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2})(?:([.,:])(\d{1,3}))?(?:\s?([ap])\.?\s?m\.?)?$/i

/** Returns a position in milliseconds, or null. A time of day counts from midnight. */
export function clockMs(written: string): number | null {
  const found = clock.exec(written.trim())
  if (!found) return null
  const [, hours, minutes, seconds, mark, fraction, half] = found
  const parts = [hours, minutes, seconds].flatMap((part) => (part === undefined ? [] : Number(part)))
  if (half) {
    parts[0] = (parts[0]! % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
    if (parts.length === 2) parts.push(0)
  }
  const [last, before = 0, first = 0] = parts.reverse()
  const rest = fraction && mark !== ':' ? Number(fraction.padEnd(3, '0')) : 0
  return ((first * 60 + before) * 60 + last!) * 1_000 + rest
}

/** Whether a position has hours, minutes and seconds, unlike most times of day in prose and programs of events. */
export const isPrecise = (written: string): boolean => /\d:\d+:\d/.test(written)
