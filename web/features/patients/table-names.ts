import { formatCount } from '../../components/format.ts'

/** What the rows of a table are to those who read the page. */
const nouns: Record<string, [one: string, many: string]> = {
  patient_identifiers: ['identifier', 'identifiers'],
  patients: ['record merged earlier', 'records merged earlier'],
  invoices: ['invoice', 'invoices'],
}

/** `1 invoice`, `3 identifiers`; of a table that has no words here its own name. */
export function rowsIn(table: string, count: number): string {
  const [one, many] = nouns[table] ?? [spaced(table), `rows of ${spaced(table)}`]
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** `Invoice`: what one row of a table is. */
export function nounOf(table: string): string {
  const [one] = nouns[table] ?? [spaced(table)]
  return one.charAt(0).toUpperCase() + one.slice(1)
}

const spaced = (table: string) => table.replaceAll(/[._]/g, ' ')
