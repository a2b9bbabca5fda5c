import type { inspectImport, Output } from '#contract'

export type Inspection = Output<typeof inspectImport>

/** The field of each imported column, and the column that identifies rows. */
export interface Matching {
  columns: Record<string, string>
  key: string | null
}

/** Returns the matching by name, as the server has it. */
export const matchingByName = ({ columns, key }: Inspection): Matching => ({
  columns: Object.fromEntries(columns.flatMap(({ name, field }) => (field ? [[name, field]] : []))),
  key,
})
