import { sql } from 'kysely'
import { type Files, type Invariant, noRow } from '#platform'
import { skillInvariants } from './skills/invariants.ts'
import { createSourceInvariants } from './sources/invariants.ts'
import { createTrackerInvariants } from './trackers/invariants.ts'

export interface InsightsThoroughness {
  /** Compares every byte of the files, and not their sizes alone. */
  readFiles: boolean
  /** Looks for all trackers in all texts anew. */
  scanTexts: boolean
}

export const createInsightsInvariants = (files: Files, how: InsightsThoroughness): Invariant[] => [
  noRow(
    'A deletion of a project is in the audit log',
    sql`select 'projects ' || p.id as row, 'it is deleted, and the audit log does not tell' as what from projects p
      where p.deleted_at is not null
      and not exists (select from audit_log e where e.target_id = p.id and e.action = 'project.delete')`,
  ),
  ...createSourceInvariants(files, how),
  ...createTrackerInvariants(how),
  ...skillInvariants,
]
