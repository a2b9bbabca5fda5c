interface Range {
  type: string
  subtype: string
  q: number
}

/**
 * Which of some formats a caller likes best (RFC 9110, 12.5.1); of those that are liked alike, and where nothing
 * suits, the first.
 */
export function bestFormat(accept: string | undefined, formats: readonly [string, ...string[]]): string {
  if (formats.length === 1 || accept === undefined) return formats[0]
  const ranges = accept.split(',').flatMap(parseRange)
  const liked = formats.map((format) => ({ format, q: quality(format, ranges) }))
  const best = Math.max(...liked.map(({ q }) => q))
  return (best > 0 && liked.find(({ q }) => q === best)?.format) || formats[0]
}

/** The most precise range that covers a format decides on it. */
function quality(format: string, ranges: Range[]): number {
  const [type, subtype] = format.split('/')
  const of = (a: string | undefined, b: string | undefined) =>
    ranges.find((range) => range.type === a && range.subtype === b)?.q
  return of(type, subtype) ?? of(type, '*') ?? of('*', '*') ?? 0
}

/** Parameters other than `q` are passed over, since no format here has any. */
function parseRange(written: string): Range[] {
  const [range = '', ...parameters] = written.split(';').map((part) => part.trim().toLowerCase())
  const [, type, subtype] = /^([^\s/]+)\/([^\s/]+)$/.exec(range) ?? []
  if (!type || !subtype) return []
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  if (weight === undefined) return [{ type, subtype, q: 1 }]
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? [{ type, subtype, q: Number(weight) }] : []
}
