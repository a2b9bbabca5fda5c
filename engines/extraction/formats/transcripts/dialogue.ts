import { ascend, isPerson, most } from './evidence.ts'
import { isProper } from './label.ts'
import type { Line } from './line.ts'
import { keyOf, type Names, recurring } from './names.ts'

/** Lines are wrapped at this length, or less. */
const widest = 110
/**
 * Returns whether labels without times are the speakers of a dialogue: they recur, begin most paragraphs, and what
 * follows are sentences rather than values.
 */
export function isDialogue(labels: Line[], lines: Line[], listed: Names): 'complete' | boolean {
  const spoken = labels.filter(({ name }) => isPerson(name!))
  const names = spoken.map(({ name }) => name!)
  const distinct = new Set(names.map(keyOf))
  const known = recurring(names, listed)
  // Other labels in front are a heading.
  const others = labels.slice(labels.indexOf(spoken[0]!)).length - spoken.length
  if (spoken.length < 3 || distinct.size < 2 || known <= (spoken.length + others) / 2) return false
  if (!most(names, isProper, 0.7)) return false
  if (areBelowTimes(labels, lines)) return 'complete'
  if (isRecords(labels) || !(areAbove(spoken) || hasSentences(spoken))) return false
  const from = lines.indexOf(spoken[0]!)
  const body = lines.slice(from)
  const isLabel = (line: Line): boolean => line.layout === 'name:'
  const isHeading = (line: Line): boolean => isLabel(line) && line.text === ''
  // A line below one that is nearly as long as the longest is a part of it, not a paragraph.
  const wrapped = 0.6 * Math.min(widest, Math.max(...body.map(({ written }) => written.length)))
  const begin = body.filter(
    (line, n) =>
      isLabel(line) || line.isApart || (body[n - 1]!.written.length < wrapped && !isHeading(body[n - 1]!)),
  )
  const apart = body.filter(({ isApart }) => isApart)
  const coverage = Math.max(
    begin.filter(isLabel).length / begin.length,
    apart.length > 2 ? apart.filter(isLabel).length / apart.length : 0,
  )
  if (coverage < 0.5) return false
  return coverage > 0.85 ? 'complete' : true
}

/** Returns whether the times of a recording are above nearly all of the lines. */
function areBelowTimes(below: Line[], lines: Line[]): boolean {
  const of = new Set(below)
  const times = lines.filter(({ layout }, n) => layout === 'time' && of.has(lines[n + 1]!))
  return times.length >= below.length * 0.8 && ascend(times)
}

/**
 * Returns whether lines that are recurring names begin nearly all paragraphs, or each have paragraphs below; those of plays
 * are indented.
 */
export function areHeadings(lines: Line[]): boolean {
  const begin = lines.filter(({ isApart }, n) => isApart || n === 0)
  const headings = begin.filter(({ lone, written }) => lone && /^\S/.test(written) && isPerson(lone))
  const names = headings.map(({ lone }) => lone!)
  if (new Set(names.map(keyOf)).size < 2 || headings.length < 3) return false
  if (recurring(names) <= names.length * 0.8) return false
  if (headings.length >= begin.length * 0.8) return true
  // In a document, each line is a paragraph. Those with a list or below `#` are its sections.
  const isHeading = new Set(headings)
  const below = begin.filter((_, n) => n > 0 && isHeading.has(begin[n - 1]!))
  const isText = (line: Line) => !isHeading.has(line) && !/^\s*[-*+•#|]/.test(line.written)
  if (headings.some(({ written }) => written.startsWith('#'))) return false
  return headings.length >= begin.length * 0.3 && below.every(isText)
}

/** Returns whether the same three or more labels repeat in the same order, as in records of a table. */
function isRecords(labels: Line[]): boolean {
  const keys = labels.map(({ name }) => keyOf(name!))
  const period = keys.indexOf(keys[0]!, 1)
  if (period < 3 || keys.length < period * 2) return false
  return keys.every((key, n) => n < period || key === keys[n - period]) && new Set(keys).size === period
    ? !most(labels, isSentence, 0.6)
    : false
}

const isSentence = ({ rest }: Line): boolean => /[.!?…。！？؟।]["'”’»)\]]*\s*$/u.test(rest)

/** Returns whether most labels are above what is said. */
const areAbove = (labels: Line[]): boolean => most(labels, ({ text }) => text === '')

/** Returns whether lines are what is said: values and titles are short and without punctuation. */
export function hasSentences(spoken: Line[]): boolean {
  const words = spoken.reduce((sum, { rest }) => sum + (rest.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0)
  return most(spoken, isSentence, 0.3) || words >= spoken.length * 3.5
}
