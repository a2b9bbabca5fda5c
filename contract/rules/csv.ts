/** What spreadsheets skip before a formula: spaces, control characters and characters without a width. */
const skipped = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/u
/** After `normalize`, which makes full-width and small forms the plain ones. */
const startsFormula = /^[=+\-@\u2212]/
const quotes = /^'+/

/** Whether a spreadsheet would run a cell as a formula, if the quotes before it were not there. */
function hasFormula(value: string): boolean {
  const unquoted = value.replace(quotes, '')
  const seen = unquoted.replace(skipped, '').slice(0, 1).normalize('NFKC')
  return startsFormula.test(seen) || /^[\t\r\n]/.test(unquoted)
}

/**
 * Formats a cell of a CSV file (RFC 4180). A leading quote keeps spreadsheets from running formulas. A cell that has such a
 * quote already gets another, so that `csvText` returns every value.
 */
export function csvCell(value: string): string {
  const harmless = hasFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Returns the value of a parsed cell, without the quote that `csvCell` puts before formulas. */
export const csvText = (cell: string): string =>
  cell.startsWith("'") && hasFormula(cell) ? cell.slice(1) : cell

/** Formats a line of a CSV file. Numbers and dates are no formulas, even with a sign: give them as other than text. */
export const csvLine = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? csvCell(cell) : String(cell ?? ''))).join(',')}\r\n`
