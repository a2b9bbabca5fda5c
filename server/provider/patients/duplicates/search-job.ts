import { sql } from 'kysely'
import type { Database } from '#database'
import type { Job } from '#platform'
import { findDuplicates } from './find.ts'
import { beginSearch } from './searches.ts'

/** A small batch, since the embedded database runs one statement at a time. */
const patientsAtOnce = 50
const removedAtOnce = 5000

/**
 * Searches all patients for duplicates, every night and on request. Each batch is committed, so the next run continues an
 * interrupted one. Of two runs of one search, the second to reach a batch stops.
 */
export const searchJob: Job<{ searchId?: string }> = {
  name: 'patients.search_duplicates',
  schedule: '30 2 * * *',
  async run({ db, signal }, { searchId }) {
    const id = searchId ?? (await db.transaction(beginSearch)).id
    const search = await db.reader
      .updateTable('duplicateSearches')
      .set({ status: 'running', progressedAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'running'])
      .returning('lastCompared')
      .executeTakeFirst()
    if (!search) return
    for (let last = search.lastCompared; ; ) {
      signal.throwIfAborted()
      const next = await compareNext(db, id, last)
      if (next === 'taken over') return
      if (next === 'all compared') break
      last = next
    }
    await finish(db, id, signal)
  },
}

/** Compares the next batch of patients with all later ones. Returns the last id of the batch. */
async function compareNext(
  db: Database,
  searchId: string,
  last: string | null,
): Promise<string | 'all compared' | 'taken over'> {
  const patients = await db.reader
    .selectFrom('patients')
    .select('id')
    .where('mergedInto', 'is', null)
    .$if(last !== null, (query) => query.where('id', '>', last))
    .orderBy('id')
    .limit(patientsAtOnce)
    .execute()
  const ids = patients.map(({ id }) => id)
  const next = ids.at(-1)
  if (!next) return 'all compared'

  const found = await findDuplicates(db.reader, ids, 'later')
  return db.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('duplicateSearches')
      .set({
        lastCompared: next,
        done: sql<number>`done + ${ids.length}`,
        progressedAt: sql<string>`now()`,
      })
      .where('id', '=', searchId)
      .where('status', '=', 'running')
      .where('lastCompared', 'is not distinct from', last)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'taken over'
    await sql`
      insert into likely_duplicates (search_id, patient_a, patient_b, score, reasons)
      select ${searchId}::uuid, a, b, score, reasons
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as found (a uuid, b uuid, score double precision, reasons jsonb)`.execute(tx)
    return next
  })
}

/** Makes this search the listed one, and deletes earlier results in batches. */
async function finish(db: Database, searchId: string, signal: AbortSignal): Promise<void> {
  const { numUpdatedRows } = await db.reader
    .updateTable('duplicateSearches')
    .set({ status: 'done', finishedAt: sql<string>`now()`, total: sql<number>`done` })
    .where('id', '=', searchId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  for (;;) {
    signal.throwIfAborted()
    const { numAffectedRows } = await sql`
      delete from likely_duplicates where (search_id, patient_a, patient_b) in (
        select search_id, patient_a, patient_b from likely_duplicates where search_id < ${searchId}::uuid
        limit ${removedAtOnce})`.execute(db.reader)
    if (!numAffectedRows) break
  }
  await db.reader.deleteFrom('duplicateSearches').where('id', '<', searchId).execute()
}
