import type { Cell } from '../row.ts'
import type { Turn, Turns } from './join.ts'
import type { RecordReader } from './reader.ts'
import type { Fields } from './words.ts'

/** The names of columns, by their numbers. */
export type Columns = ReadonlyMap<number, string>

/** Adds a row of a table as a turn. Values of other columns stay in the label, or in the text if nobody said anything. */
export function addRowTurn(turns: Turns, columns: Columns, row: Cell[], reader: RecordReader): void {
  const turn = rowTurn(columns, row, reader)
  if (turn.text.trim() === '' && turn.label) turns.addParagraph(turn.label)
  else turns.add(turn)
}

function rowTurn(columns: Columns, row: Cell[], { fields, turnOf }: RecordReader): Turn {
  const others = row.flatMap(({ column, value }) => {
    const name = columns.get(column)
    if (name === undefined) return value
    return fields.has(name) ? [] : `${name}: ${value.trim()}`
  })
  const turn = turnOf(toFields(columns, row))
  return { ...turn, label: [turn.label, ...others].filter(Boolean).join(', ') || null }
}

/** Returns rows as records with all fields, to find out what the columns mean. */
export function toRecords(columns: Columns, rows: Cell[][]): Fields[] {
  const blank = Object.fromEntries([...columns.values()].map((name) => [name, '']))
  return rows.map((row) => ({ ...blank, ...toFields(columns, row) }))
}

const toFields = (columns: Columns, row: Cell[]): Fields =>
  Object.fromEntries(
    row.flatMap(({ column, value }) => (columns.has(column) ? [[columns.get(column), value]] : [])),
  )
