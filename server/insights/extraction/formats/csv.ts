import { Draft } from '../draft.ts'
import { type ContentLimits, ExtractionError } from '../extracted.ts'

const delimiters = [',', ';', '\t', '|'] as const
/** Occurs in no file, so that there is one column. */
const none = '\u001f'

/** Each row reads `column: value`, a line each; a file without a heading has its values alone. */
export async function readCsv(text: string, limits: ContentLimits): Promise<Draft> {
  const { parse } = await import('csv-parse/sync')
  const excel = /^sep=(.)\r?\n/.exec(text)
  const body = excel ? text.slice(excel[0].length) : text
  const delimiter = excel ? excel[1]! : delimiterOf(body)

  const read = (quote: boolean) => {
    const rows = new Rows(limits)
    parse(body, {
      delimiter,
      quote: quote ? '"' : false,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record: string[]) => {
        rows.take(record)
        return null
      },
    })
    return rows.done()
  }
  try {
    return read(true)
  } catch (error) {
    if (error instanceof ExtractionError) throw error
    // A quotation mark that is never closed would otherwise take in all that follows.
    return read(false)
  }
}

class Rows {
  readonly #draft: Draft
  #first: string[] | null = null
  #columns: string[] | null = null
  #count = 0

  constructor(limits: ContentLimits) {
    this.#draft = new Draft(limits)
  }

  take(record: string[]): void {
    if (record.every((value) => value.trim() === '')) return
    if (this.#first === null) {
      this.#first = record
      return
    }
    if (this.#count === 0) this.#begin(this.#first)
    this.#add(record)
  }

  done(): Draft {
    if (this.#count === 0 && this.#first) this.#add(this.#first)
    return this.#draft
  }

  #begin(first: string[]): void {
    if (isHeading(first)) this.#columns = first.map((name) => name.trim())
    else this.#add(first)
  }

  #add(record: string[]): void {
    this.#count++
    const lines = record.flatMap((value, column) => {
      const written = value.trim()
      const name = this.#columns?.[column]
      return written === '' ? [] : [name ? `${name}: ${written}` : written]
    })
    this.#draft.add('row', lines.join('\n'), { label: String(this.#count) })
  }
}

/** Column names are there, differ from one another, and are neither numbers nor sentences. */
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

/** The delimiter that divides the first records into the same number of columns most often. */
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
    // In running text commas stand here and there, in no regular number.
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
  // The last record may be cut off by the end of the sample.
  return counts.length > 1 && !blank ? counts.slice(0, -1) : counts
}
