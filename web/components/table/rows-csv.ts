import { csvLine } from '#contract'

/**
 * Returns rows as CSV (RFC 4180) with the API's names: a column for each field of any row, and for each field of an object in
 * it, such as `totals.gross`. Lists are JSON, and null is empty.
 */
export function rowsCsv(rows: readonly object[]): string {
  const records = rows.map((row) => new Map(fieldsOf(row)))
  const names = [...new Set(records.flatMap((record) => [...record.keys()]))]
  return [names, ...records.map((record) => names.map((name) => record.get(name)))].map(csvLine).join('')
}

function fieldsOf(row: object, path = ''): [name: string, cell: unknown][] {
  return Object.entries(row).flatMap(([name, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? fieldsOf(value, `${path}${name}.`) : [[`${path}${name}`, toCell(value)]]
  })
}

const decimal = /^-?\d+(\.\d+)?$/

/** Amounts are decimals in text. They are no formulas, even with a sign, so they must not look like text to `csvLine`. */
function toCell(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? JSON.stringify(value) : null
  return typeof value === 'string' && decimal.test(value) ? Object(value) : value
}
