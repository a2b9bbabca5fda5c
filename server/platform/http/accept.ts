interface Range {
  type: string
  subtype: string
  q: number
}

/**
 * Returns the format that the caller prefers (RFC 9110, 12.5.1). Ties, and callers that no format suits, get the first.
 */
export function bestFormat(accept: string | undefined, formats: readonly [string, ...string[]]): string {
  if (formats.length === 1 || accept === undefined) return formats[0]
  const ranges = accept.split(',').flatMap(parseRange)
  const weighted = formats.map((format) => ({ format, q: quality(format, ranges) }))
  const best = Math.max(...weighted.map(({ q }) => q))
  return (best > 0 && weighted.find(({ q }) => q === best)?.format) || formats[0]
}

/** The most specific range that covers a format determines its weight. */
function quality(format: string, ranges: Range[]): number {
  const [type, subtype] = format.split('/')
  const of = (a: string | undefined, b: string | undefined) =>
    ranges.find((range) => range.type === a && range.subtype === b)?.q
  return of(type, subtype) ?? of(type, '*') ?? of('*', '*') ?? 0
}

/** Parameters other than `q` are ignored: no format has any. */
function parseRange(written: string): Range[] {
  const [range = '', ...parameters] = written.split(';').map((part) => part.trim().toLowerCase())
  const [, type, subtype] = /^([^\s/]+)\/([^\s/]+)$/.exec(range) ?? []
  if (!type || !subtype) return []
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  if (weight === undefined) return [{ type, subtype, q: 1 }]
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? [{ type, subtype, q: Number(weight) }] : []
}
