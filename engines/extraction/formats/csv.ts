import { Draft } from '../draft.ts'
import { type ContentLimits, ExtractionError } from '../extracted.ts'
import { cellsOf } from './row.ts'
import { Table } from './table.ts'

const delimiters = [',', ';', '\t', '|'] as const
/** Separates nothing, because it occurs in no file: the table has a single column. */
const none = '\u001f'

/** Reads the rows of a table as a program exports it (RFC 4180), whatever its delimiter. */
export async function readCsv(text: string, limits: ContentLimits, mayBeTranscript = true): Promise<Draft> {
  const { parse } = await import('csv-parse/sync')
  const excel = /^sep=(.)\r?\n/.exec(text)
  const body = excel ? text.slice(excel[0].length) : text
  const delimiter = excel ? excel[1]! : delimiterOf(body)

  const read = (quote: boolean) => {
    const draft = new Draft(limits)
    const table = new Table(draft, mayBeTranscript)
    parse(body, {
      delimiter,
      quote: quote ? '"' : false,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record: string[]) => {
        table.add(cellsOf(record))
        return null
      },
    })
    table.end()
    return draft
  }
  try {
    return read(true)
  } catch (error) {
    if (error instanceof ExtractionError) throw error
    // An unclosed quotation mark would otherwise include the rest of the file.
    return read(false)
  }
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
    // The number of commas varies in prose.
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
