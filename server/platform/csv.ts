/** What spreadsheets skip before a formula: spaces, control characters and characters without a width. */
const skipped = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/u
/** After `normalize`, which makes full-width and small forms the plain ones. */
const startsFormula = /^[=+\-@\u2212]/

/** Formats a cell of a CSV file (RFC 4180). A leading quote keeps spreadsheets from running formulas. */
export function csvCell(value: string): string {
  const seen = value.replace(skipped, '').slice(0, 1).normalize('NFKC')
  const harmless = startsFormula.test(seen) || /^[\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
