import { sql } from 'kysely'
import type { Import } from '#contract'
import type { Reader } from '#database'

/** Selects imports for responses, for the caller to filter. */
export const imports = (tx: Reader) =>
  tx
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.createdBy')
    .select(['imports.id', 'imports.dryRun', 'imports.filename', 'imports.keyColumn as key'])
    .select(['imports.done', 'imports.total', 'imports.created', 'imports.updated', 'imports.unchanged'])
    .select(['imports.flagged', 'imports.failed', 'imports.error', 'imports.createdAt', 'imports.finishedAt'])
    .select(['users.id as createdById', 'users.name as createdByName'])
    .select([
      sql<Import['kind']>`imports.kind`.as('kind'),
      sql<Import['status']>`imports.status`.as('status'),
      sql<Import['columns']>`imports.columns`.as('columns'),
    ])

type ImportRow = Awaited<ReturnType<ReturnType<typeof imports>['executeTakeFirstOrThrow']>>

export const toImport = ({
  done,
  total,
  created,
  updated,
  unchanged,
  flagged,
  failed,
  createdById,
  createdByName,
  ...row
}: ImportRow): Import => ({
  ...row,
  progress: { done, total },
  counts: { created, updated, unchanged, flagged, failed },
  createdBy: { id: createdById, name: createdByName },
})
