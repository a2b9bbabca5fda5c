import { type ImportKind, identifierPrefix, importFields, keyColumnOf, matchColumns } from '#contract'
import { invalidField, Refusal } from '#platform'

/** How the columns of a file are imported. */
export interface ColumnPlan {
  /** The field of each imported column. */
  columns: Record<string, string>
  /** The column that identifies rows; null if item, lot and location do it together. */
  keyColumn: string | null
}

/** Without these, no row can be imported. */
const required: Record<ImportKind, string[]> = {
  patients: [],
  items: ['sku', 'name', 'unit'],
  stock: ['sku', 'quantity'],
}

/**
 * Plans an import: by the given columns and key, or else by the names of the columns.
 * @throws Refusal `validation_failed` naming the column or field
 */
export function planColumns(
  kind: ImportKind,
  names: readonly string[],
  given: { columns?: Record<string, string> | undefined; key?: string | undefined },
): ColumnPlan {
  const columns = given.columns ?? matchColumns(kind, names)
  refuseWrong(kind, names, columns)
  const mapped = Object.values(columns)
  if (mapped.length === 0)
    throw invalidField('columns', `No column has the name of a field of ${kind}. Match them yourself.`)
  const missing = required[kind].filter((field) => !mapped.includes(field))
  if (missing.length > 0) throw invalidField('columns', `Match a column with ${missing.join(' and with ')}.`)
  if (given.key !== undefined && !names.includes(given.key))
    throw invalidField('key', `The file has no column ${given.key}`)
  const keyColumn = given.key ?? keyColumnOf(kind, columns)
  if (keyColumn === null && kind !== 'stock')
    throw invalidField('key', 'Choose the column that identifies each row, such as a patient number.')
  return { columns, keyColumn }
}

function refuseWrong(kind: ImportKind, names: readonly string[], columns: Record<string, string>): void {
  const known = new Set<string>(importFields[kind])
  const columnOf = new Map<string, string>()
  const fields = Object.entries(columns).flatMap(([column, field]) => {
    const path = `columns.${column}`
    const isIdentifier =
      kind === 'patients' && field.startsWith(identifierPrefix) && field.length > identifierPrefix.length
    const other = columnOf.get(field)
    columnOf.set(field, column)
    if (!names.includes(column)) return [{ path, message: 'The file has no such column' }]
    if (!known.has(field) && !isIdentifier) return [{ path, message: `${field} is not a field of ${kind}` }]
    return other === undefined ? [] : [{ path, message: `Column ${other} is ${field} already` }]
  })
  const [first] = fields
  if (first) throw new Refusal('validation_failed', `${first.path}: ${first.message}.`, { fields })
}
