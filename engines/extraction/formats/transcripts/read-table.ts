import { Draft } from '../../draft.ts'
import type { ContentLimits } from '../../extracted.ts'
import { lines as linesIn, paragraphs } from '../../passages.ts'
import { type Cell, cellsOf } from '../row.ts'
import { type Meanings, meaningsOf } from './fields.ts'
import { Turns } from './join.ts'
import { readerOf } from './records.ts'
import { addRowTurn, toRecords } from './row-turns.ts'

/** A table is near the beginning. */
const latestLine = 60
const longestHeading = 500

/**
 * Reads the table in a text as a transcript: lines of `Ada | 00:01:02 | …`, also with tabs and in Markdown, below a line that
 * names the columns.
 * @returns null if there is none
 */
export function readTable(text: string, limits: ContentLimits): Draft | null {
  const heading = headingIn(text)
  if (!heading) return null
  const { columns, end, needed } = heading
  const rows: Cell[][] = []
  let to = end
  for (const [from, until] of linesIn(text, end + 1)) {
    const line = text.slice(from, until)
    const cells = cellsIn(line)
    to = until
    // Skips the line below the heading of a Markdown table.
    if (/^[\s|:-]*$/.test(line)) continue
    if (cells.length < needed) {
      to = from
      break
    }
    rows.push(cellsOf(inColumns(cells, columns)))
  }
  const named = new Map(columns.entries())
  const reader = readerOf(toRecords(named, rows))
  if (!reader || rows.length < 2) return null
  const turns = new Turns(new Draft(limits), '\n')
  for (const range of paragraphs(text, 0, end)) turns.addParagraph(text.slice(...range))
  for (const row of rows) addRowTurn(turns, named, row, reader)
  for (const range of paragraphs(text, to)) turns.addParagraph(text.slice(...range))
  return turns.end()
}

/** Finds the line that names the columns of a transcript. */
function headingIn(text: string) {
  let count = 0
  for (const [start, end] of linesIn(text)) {
    if (count++ > latestLine) return null
    const columns = end - start < longestHeading ? cellsIn(text.slice(start, end)) : []
    const isHeading = columns.length > 1 && new Set(columns).size === columns.length
    const meanings = isHeading && meaningsOf(columns)
    // Documents leave out empty cells.
    if (meanings) return { columns, end, needed: columns.findLastIndex((one) => isIn(one, meanings)) + 1 }
  }
  return null
}

const isIn = (column: string, { speaker, text, start }: Meanings): boolean =>
  [speaker, text, start].includes(column)

/** Divides a line at bars, or else at tabs; in Markdown, there are bars around it, too. */
function cellsIn(line: string): string[] {
  const inside = line.trim().replace(/^\|\s/, '').replace(/\s\|$/, '')
  const separator = inside.includes(' | ') ? ' | ' : '\t'
  return inside.split(separator).map((cell) => cell.trim())
}

/** The last column may have bars in its text. */
const inColumns = (cells: string[], columns: string[]): string[] => {
  const last = columns.length - 1
  return [...cells.slice(0, last), cells.slice(last).join(' | ')]
}
