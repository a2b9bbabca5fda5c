import { sql } from 'kysely'
import type { ImportKind } from '#contract'

/** Selects the key that a record was imported with, or its id. Importing an export finds the record by it. */
export const externalId = (kind: ImportKind, id: string) =>
  sql<string>`coalesce((
    select min(key) from imported_records where kind = ${kind} and record_id = ${sql.ref(id)}), ${sql.ref(id)}::text)`.as(
    'externalId',
  )
