import { toText } from './columns.ts'
import { isolated, sanitizeLines } from './sanitize.ts'
import { dim } from './terminal.ts'
import { padded, widthOf } from './width.ts'

/** Returns an object as lines of name and value; nested objects are indented. */
export function record(value: object): string {
  return linesOf(value, '').join('\n')
}

function linesOf(value: object, indent: string): string[] {
  const entries = Object.entries(value)
  const width = Math.max(0, ...entries.map(([name]) => widthOf(name)))
  return entries.flatMap(([name, inner]) => {
    if (isBlock(inner)) return [`${indent}${dim(name)}`, ...blockOf(inner, `${indent}  `)]
    const text = typeof inner === 'string' ? sanitizeLines(inner) : toText(inner)
    const [first = '', ...more] = text.split('\n')
    const margin = ' '.repeat(indent.length + width + 2)
    return [
      `${indent}${dim(padded(name, width))}  ${isolated(first) || '-'}`,
      ...more.map((line) => margin + isolated(line)),
    ]
  })
}

const isBlock = (value: unknown): value is object =>
  Array.isArray(value)
    ? value.some((one) => typeof one === 'object')
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0

function blockOf(value: object, indent: string): string[] {
  if (!Array.isArray(value)) return linesOf(value, indent)
  return value.flatMap((one) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return [`${indent}- ${toText(one)}`]
    const [first = '', ...more] = linesOf(one, `${indent}  `)
    return [`${indent}- ${first.slice(indent.length + 2)}`, ...more]
  })
}
