import { sql } from 'kysely'
import type { DuplicateSearch } from '#contract'
import type { Reader, Transaction } from '#database'
import { newId } from '#platform'

/** A search without progress for this long has failed; its job was retried several times by then. */
const givenUpAfter = sql`interval '15 minutes'`

const columns = ['status', 'done', 'total', 'requestedAt', 'finishedAt'] as const

/** Starts a search, or returns the current one, which is not `isNew`. */
export async function beginSearch(
  tx: Transaction,
): Promise<{ id: string; isNew: boolean; search: DuplicateSearch }> {
  await tx
    .updateTable('duplicateSearches')
    .set({ status: 'failed', finishedAt: sql<string>`now()` })
    .where('status', 'in', ['queued', 'running'])
    .where('progressedAt', '<', sql<string>`now() - ${givenUpAfter}`)
    .execute()
  const wanted = newId()
  // If two requests are simultaneous, the second waits at the unique index and gets the first one's row.
  const { rows } = await sql<DuplicateSearch & { id: string }>`
    insert into duplicate_searches (id, total)
    select ${wanted}::uuid, count(*) from patients where merged_into is null
    on conflict ((true)) where status in ('queued', 'running')
    do update set progressed_at = duplicate_searches.progressed_at
    returning id, status, done, total, requested_at, finished_at`.execute(tx)
  const { id, ...search } = rows[0]!
  return { id, isNew: id === wanted, search }
}

export async function lastSearch(tx: Reader): Promise<DuplicateSearch | null> {
  const search = await tx
    .selectFrom('duplicateSearches')
    .select(columns)
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return search ? { ...search, status: search.status as DuplicateSearch['status'] } : null
}
