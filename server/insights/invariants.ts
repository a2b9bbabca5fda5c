import { sql } from 'kysely'
import type { Files } from '#files'
import { type Invariant, noRow } from '#platform'
import { skillInvariants } from './skills/invariants.ts'
import { createSourceInvariants } from './sources/invariants.ts'
import { createTrackerInvariants } from './trackers/invariants.ts'

export interface InsightsThoroughness {
  /** Compares the content of files, not only their sizes. */
  readFiles: boolean
  /** Matches all texts with all trackers again. */
  scanTexts: boolean
}

export const createInsightsInvariants = (files: Files, how: InsightsThoroughness): Invariant[] => [
  noRow(
    'The audit log contains every deletion of a project',
    sql`select 'projects ' || p.id as row, 'it is deleted without an audit log entry' as what from projects p
      where p.deleted_at is not null
      and not exists (select from audit_log e where e.target_id = p.id and e.action = 'project.delete')`,
  ),
  ...createSourceInvariants(files, how),
  ...createTrackerInvariants(how),
  ...skillInvariants,
]
