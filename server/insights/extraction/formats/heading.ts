/** A heading is near the beginning. */
const latest = 20

/**
 * Returns the index of the row that names the columns; null if there is none. Rows above it are titles and notes, which
 * have few values.
 */
export function headingOf(rows: string[][]): number | null {
  const typical = rows.map(valuesIn).toSorted((one, other) => one - other)[Math.floor(rows.length / 2)] ?? 0
  const index = rows.slice(0, latest).findIndex((row) => valuesIn(row) > typical / 2)
  const below = rows.slice(index + 1)
  return index >= 0 && below.length > 0 && isHeading(rows[index]!, below) ? index : null
}

const valuesIn = (row: string[]): number => row.filter((value) => value.trim() !== '').length

/** Returns whether a row is a heading: its names are unique, and neither numbers nor sentences. */
function isHeading(row: string[], below: string[][]): boolean {
  const names = row.map((name) => name.trim())
  const given = names.filter((name) => name !== '')
  while (names.at(-1) === '') names.pop()
  const isBlank = (column: number) => below.every((one) => (one[column] ?? '').trim() === '')
  return (
    new Set(given).size === given.length &&
    names.every(
      (name, at) =>
        (name !== '' || at === 0 || isBlank(at)) && name.length <= 200 && !/^[\d\s.,:/+-]+$/.test(name),
    )
  )
}
