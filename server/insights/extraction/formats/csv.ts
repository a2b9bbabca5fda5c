import { Draft } from '../draft.ts'
import { type ContentLimits, ExtractionError } from '../extracted.ts'
import { Turns } from './transcripts/join.ts'
import { type Fields, type RecordPlan, recordPlanOf, turnOf } from './transcripts/records.ts'

const delimiters = [',', ';', '\t', '|'] as const
/** Occurs in no file: a single column. */
const none = '\u001f'

/**
 * Reads rows as lines of `column: value`, or only values in a file without a heading. The rows of a transcript become
 * turns.
 */
export async function readCsv(text: string, limits: ContentLimits, mayBeTranscript = true): Promise<Draft> {
  const { parse } = await import('csv-parse/sync')
  const excel = /^sep=(.)\r?\n/.exec(text)
  const body = excel ? text.slice(excel[0].length) : text
  const delimiter = excel ? excel[1]! : delimiterOf(body)

  const read = (quote: boolean) => {
    const draft = new Draft(limits)
    const turns = new Turns(draft, ' ')
    const plan = mayBeTranscript ? planOf(sampleOf(quote)) : null
    let first: string[] | null = null
    let columns: string[] = []
    let count = 0
    const add = (record: string[]) => {
      if (plan) {
        turns.add(turnIn(columns, record, plan))
        count++
        return
      }
      const lines = record.flatMap((value, column) => {
        const written = value.trim()
        const name = columns[column]
        return written === '' ? [] : [name ? `${name}: ${written}` : written]
      })
      draft.add('row', lines.join('\n'), { label: String(++count) })
    }
    parse(body, {
      ...options(quote),
      on_record: (record: string[]) => {
        if (record.every((value) => value.trim() === '')) return null
        if (first === null) {
          first = record
          return null
        }
        if (count === 0 && columns.length === 0) {
          if (isHeading(first)) columns = first.map((name) => name.trim())
          else add(first)
        }
        add(record)
        return null
      },
    })
    if (count === 0 && first) add(first)
    turns.end()
    return draft
  }
  const options = (quote: boolean) => ({
    delimiter,
    quote: quote ? ('"' as const) : false,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  const sampleOf = (quote: boolean): string[][] => parse(body, { ...options(quote), to: sampled })
  try {
    return read(true)
  } catch (error) {
    if (error instanceof ExtractionError) throw error
    // An unclosed quotation mark would otherwise include the rest of the file.
    return read(false)
  }
}

const sampled = 100

/** Returns how to read the rows as a transcript, or null. */
function planOf([heading, ...rows]: string[][]): RecordPlan | null {
  if (!heading || rows.length === 0 || !isHeading(heading)) return null
  return recordPlanOf(rows.map((row) => toFields(heading, row)))
}

/** Values of other columns stay in the label. */
function turnIn(columns: string[], row: string[], plan: RecordPlan) {
  const known = new Set(Object.values(plan.fields))
  const others = columns.flatMap((column, n) =>
    known.has(column) || !row[n]?.trim() ? [] : `${column}: ${row[n].trim()}`,
  )
  const surplus = row.slice(columns.length).filter((value) => value.trim() !== '')
  return { ...turnOf(toFields(columns, row), plan), label: [...others, ...surplus].join(', ') || null }
}

const toFields = (columns: string[], row: string[]): Fields =>
  Object.fromEntries(columns.map((column, n) => [column.trim(), row[n] ?? '']))

/** Returns whether a record is a heading: its names are unique, and neither numbers nor sentences. */
function isHeading(record: string[]): boolean {
  const names = record.map((name) => name.trim())
  while (names.at(-1) === '') names.pop()
  return (
    new Set(names).size === names.length &&
    names.every(
      (name, at) => (name !== '' || at === 0) && name.length <= 200 && !/^[\d\s.,:/+-]+$/.test(name),
    )
  )
}

/** Returns the delimiter that most consistently divides the first records into the same number of columns. */
function delimiterOf(text: string): string {
  const sample = text.slice(0, 65_536)
  let best: { delimiter: string; score: number } = { delimiter: none, score: 0 }
  for (const delimiter of delimiters) {
    const counts = countPerRecord(sample, delimiter)
    const often = new Map<number, number>()
    for (const count of counts) often.set(count, (often.get(count) ?? 0) + 1)
    const [columns, records] = [...often]
      .filter(([count]) => count > 0)
      .sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0]
    const score = counts.length === 0 ? 0 : (records / counts.length) * (1 + columns / 1_000)
    // In prose, the number of commas varies.
    const regular = records / counts.length > 0.5 || (records / counts.length > 0.3 && counts[0] === columns)
    if (score > best.score && regular) best = { delimiter, score }
  }
  return best.delimiter
}

function countPerRecord(sample: string, delimiter: string): number[] {
  const counts: number[] = []
  let count = 0
  let quoted = false
  let blank = true
  for (const unit of sample) {
    if (unit === '"') quoted = !quoted
    else if (!quoted && unit === delimiter) count++
    else if (!quoted && (unit === '\n' || unit === '\r')) {
      if (!blank) counts.push(count)
      count = 0
      blank = true
      continue
    }
    if (unit !== '\n' && unit !== '\r') blank = false
  }
  if (!blank) counts.push(count)
  // The last record may be incomplete.
  return counts.length > 1 && !blank ? counts.slice(0, -1) : counts
}
