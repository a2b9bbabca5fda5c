import { listAuditLog } from '#contract'
import { afterCursor, implement, toPage } from '#platform'
import { findEntries } from './entries.ts'

export const list = implement(listAuditLog, async ({ tx, query: { limit, cursor, ...filter } }) =>
  toPage(await findEntries(tx, filter, { after: afterCursor(cursor), limit: limit + 1 }), limit),
)
