import { importLimits } from '#contract'
import { type FileRow, UnreadableFileError } from './file.ts'

/**
 * Reads the rows of an NDJSON file: one JSON object per line.
 * @throws UnreadableFileError if a line is too long
 */
export async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<FileRow> {
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
