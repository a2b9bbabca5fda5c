import type { TestApp } from '../app.ts'

/** How one invariant is broken, behind the database's back, and what is then said. */
export interface Break {
  rule: string
  /** The rows that are named; as statements, for what has no fixed id. */
  rows: (string | { sql: string })[]
  /** Run without triggers and checks of foreign keys. */
  sql?: string[]
  /** What else breaks with it by necessity. */
  also?: Pick<Break, 'rule' | 'rows'>[]
  /** What is changed beside the database; gives what undoes it. */
  beside?: (app: TestApp) => Promise<() => Promise<void>>
}

/** The id of whatever is put there. */
export const made = '0199aaaa-0000-7000-8000-000000000001'

/** Names the rows of a table that meet a condition. */
export const rowsOf = (table: string, where: string) => ({
  sql: `select '${table} ' || id from ${table} where ${where}`,
})

/** Changes the rows of a table that meet a condition, and expects these rows to be named. */
export const changed = (table: string, where: string, set: string) => ({
  rows: [rowsOf(table, where)],
  sql: [`update ${table} set ${set} where ${where}`],
})
