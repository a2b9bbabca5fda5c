import type { Turn } from './join.ts'
import type { RecordReader } from './reader.ts'
import type { Fields } from './words.ts'

/** Reads a row of a table as a turn. Values of other columns stay in the label. */
export function rowTurn(columns: string[], row: string[], { fields, turnOf }: RecordReader): Turn {
  const others = columns.flatMap((column, n) =>
    fields.has(column) || !row[n]?.trim() ? [] : `${column}: ${row[n].trim()}`,
  )
  const surplus = row.slice(columns.length).filter((value) => value.trim() !== '')
  const turn = turnOf(toFields(columns, row))
  return { ...turn, label: [turn.label, ...others, ...surplus].filter(Boolean).join(', ') || null }
}

export const toFields = (columns: string[], row: string[]): Fields =>
  Object.fromEntries(columns.map((column, n) => [column, row[n] ?? '']))
