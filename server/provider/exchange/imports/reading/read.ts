import { importLimits } from '#contract'
import { delimiterOf, readCsv } from './csv.ts'
import { decoded, encodingOf } from './encoding.ts'
import { type FileFormat, type FileRow, type ReadFile, UnreadableFileError } from './file.ts'

/** How many characters of a file are read to find its header. */
const startChars = 65_536

/** Reads the rows of a file. */
export const rowsOf = (read: ReadFile, file: FileFormat): AsyncGenerator<FileRow> =>
  file.format === 'csv'
    ? readCsv(decoded(read, file.encoding), file.delimiter)
    : readNdjson(decoded(read, file.encoding))

/** What is known of a file once all of it was read. */
export interface Inspection {
  file: FileFormat
  /** The names of its columns, with the first values. */
  columns: Map<string, string[]>
  rows: number
}

const sampled = 3

/**
 * Reads a whole file to learn how it is written, its columns and the number of its rows.
 * @throws UnreadableFileError if it cannot be imported
 */
export async function inspect(read: ReadFile): Promise<Inspection> {
  const encoding = await encodingOf(read)
  let start = ''
  for await (const text of decoded(read, encoding)) {
    start += text
    if (start.length >= startChars) break
  }
  const file: FileFormat = start.trimStart().startsWith('{')
    ? { format: 'ndjson', encoding }
    : { format: 'csv', encoding, delimiter: delimiterOf(start) }
  const columns = new Map<string, string[]>()
  let rows = 0
  for await (const { values } of rowsOf(read, file)) {
    rows++
    for (const [name, value] of values) {
      const samples = columns.get(name) ?? []
      if (samples.length === 0) columns.set(name, samples)
      const shown = toSample(value)
      if (samples.length < sampled && shown !== '') samples.push(shown)
    }
    if (columns.size > importLimits.columns)
      throw new UnreadableFileError(`The file has more than ${importLimits.columns} columns.`)
    if (rows > importLimits.rows)
      throw new UnreadableFileError(
        `The file has more than ${importLimits.rows} rows. Import it in several files.`,
      )
  }
  if (columns.size === 0) throw new UnreadableFileError('The file has no rows below a header.')
  return { file, columns, rows }
}

function toSample(value: unknown): string {
  const text = typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79).toWellFormed()}…` : text
}

/**
 * Reads the rows of an NDJSON file: one JSON object per line.
 * @throws UnreadableFileError if a line is too long
 */
async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let number = 0
  for await (const line of linesOf(text)) {
    number++
    if (line.trim() !== '') yield toRow(line, number)
  }
}

function toRow(line: string, number: number): FileRow {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    value = null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { number, values: new Map(), problem: 'The line is not a JSON object' }
  return { number, values: new Map(Object.entries(value)) }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > importLimits.rowChars)
      throw new UnreadableFileError(`A line has more than ${importLimits.rowChars} characters.`)
  }
  yield rest
}
