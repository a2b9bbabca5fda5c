import type { Cell } from './row.ts'

/** A heading is near the beginning. */
const latest = 20

/**
 * Returns the index of the row that names the columns; null if there is none. Rows above it are titles and notes, which
 * have few values.
 */
export function headingOf(rows: Cell[][]): number | null {
  const counts = rows.map((row) => row.length).toSorted((one, other) => one - other)
  const typical = counts[Math.floor(rows.length / 2)] ?? 0
  const index = rows.slice(0, latest).findIndex((row) => row.length > typical / 2)
  const below = rows.slice(index + 1)
  return index >= 0 && below.length > 0 && isHeading(rows[index]!, below) ? index : null
}

/**
 * Returns whether a row is a heading: its names are unique, and neither numbers nor sentences. Between them, only the first
 * column may have values without a name.
 */
function isHeading(row: Cell[], below: Cell[][]): boolean {
  const names = row.map(({ value }) => value.trim())
  const named = new Set(row.map(({ column }) => column))
  const last = row.at(-1)!.column
  return (
    new Set(names).size === names.length &&
    names.every((name) => name.length <= 200 && !/^[\d\s.,:/+-]+$/.test(name)) &&
    below.every((one) => one.every(({ column }) => column === 0 || column > last || named.has(column)))
  )
}
