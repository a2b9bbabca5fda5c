import type { Draft } from '../draft.ts'

/** A cell with a value. Rows have no others, so that wide tables with few values are small. */
export interface Cell {
  /** Columns are numbered from 0. */
  column: number
  value: string
}

/** Returns the cells of a row that have a value. */
export const cellsOf = (values: string[]): Cell[] =>
  values.flatMap((value, column) => (value.trim() === '' ? [] : { column, value }))

export interface Field {
  /** Empty for a value without a name. */
  name: string
  value: string
}

/** Adds a record as a row: a line of `name: value` for each field that has a value. A name is in one line. */
export function addRow(draft: Draft, fields: Field[], label: string | null): void {
  const lines = fields
    .map(({ name, value }) => ({ name: name.replace(/\s+/g, ' ').trim(), value: value.trim() }))
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => (name === '' ? value : `${name}: ${value}`))
  draft.addLines(lines, { label })
}
