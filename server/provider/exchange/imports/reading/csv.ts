import { Readable } from 'node:stream'
import { type CsvError, type Info, parse } from 'csv-parse'
import { csvText, importLimits } from '#contract'
import { type FileRow, UnreadableFileError } from './file.ts'

const delimiters = [',', ';', '\t']

/** Returns the delimiter that the header has most often, outside quotes. @param start the first characters of a file */
export function delimiterOf(start: string): string {
  const counts = new Map(delimiters.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const unit of start.trimStart()) {
    if (unit === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (unit === '\n' || unit === '\r') break
    else if (counts.has(unit)) counts.set(unit, counts.get(unit)! + 1)
  }
  return delimiters.reduce((best, next) => (counts.get(next)! > counts.get(best)! ? next : best))
}

interface Parsed {
  record: string[]
  info: Info
}

/**
 * Reads the rows of a CSV file (RFC 4180) with a header. Empty rows are skipped.
 * @throws UnreadableFileError if the file as a whole cannot be read
 */
export async function* readCsv(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<FileRow> {
  const parser = Readable.from(text).compose(
    parse({
      delimiter,
      info: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: importLimits.rowChars,
    }),
  )
  let columns: string[] | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const cells = record.map((cell) => csvText(cell.trim()))
      if (cells.every((cell) => cell === '')) continue
      if (!columns) columns = headerOf(cells)
      else yield toRow(columns, cells, info.records + info.empty_lines)
    }
  } catch (error) {
    throw toUnreadable(error)
  }
}

function headerOf(cells: string[]): string[] {
  const repeated = cells.find((name, at) => name !== '' && cells.indexOf(name) !== at)
  if (repeated !== undefined)
    throw new UnreadableFileError(`Two columns are named ${repeated.slice(0, 100)}.`)
  if (cells.length > importLimits.columns)
    throw new UnreadableFileError(`The file has more than ${importLimits.columns} columns.`)
  return cells
}

function toRow(columns: string[], cells: string[], number: number): FileRow {
  const values = new Map(columns.flatMap((name, at) => (name === '' ? [] : [[name, cells[at] ?? '']])))
  const surplus = cells.slice(columns.length).some((cell) => cell !== '')
  const problem = `The row has ${cells.length} cells, but the header only ${columns.length}`
  return { number, values, ...(surplus && { problem }) }
}

function toUnreadable(error: unknown): unknown {
  const { code, lines } = error as Partial<CsvError> & { lines?: number }
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new UnreadableFileError(`A quotation mark before line ${lines} is never closed.`)
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new UnreadableFileError(
      `The row at line ${lines} has more than ${importLimits.rowChars} characters. Is a quotation mark missing?`,
    )
  return code?.startsWith('CSV_') ? new UnreadableFileError(`Line ${lines} is not valid CSV.`) : error
}
