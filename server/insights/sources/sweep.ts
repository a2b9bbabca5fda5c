import { sql } from 'kysely'
import type { Database } from '#database'
import { type Files, referredFiles } from '#files'
import type { Job } from '#platform'
import { removeStaleReadings } from './remove-leftovers.ts'

/** How many readings to check in one statement. */
const readingsAtOnce = 500
const nobody = '00000000-0000-0000-0000-000000000000'

/** Removes what crashes leave behind: files that no row refers to, and readings that belong to no source. */
export const createSweep = (files: Files): Job => ({
  name: 'sources.sweep',
  schedule: '50 3 * * *',
  async run({ db, signal }) {
    const { rows } = await sql<{ now: string }>`select now()`.execute(db.reader)
    await files.sweep(Date.parse(rows[0]!.now), async (keys) => {
      signal.throwIfAborted()
      return referredFiles(db.reader, keys)
    })
    await sweepReadings(db, signal)
  },
})

async function sweepReadings(db: Database, signal: AbortSignal): Promise<void> {
  for (let last = { sourceId: nobody, reading: nobody }; ; ) {
    signal.throwIfAborted()
    const readings = await readingsAfter(db, last)
    const stale = readings.filter(({ stale }) => stale).map(({ sourceId }) => sourceId)
    await removeStaleReadings(db, stale, signal)
    const next = readings.at(-1)
    if (!next) return
    last = next
  }
}

/** Returns the next readings. Each with passages has parts. */
async function readingsAfter(db: Database, { sourceId, reading }: { sourceId: string; reading: string }) {
  const { rows } = await sql<{ sourceId: string; reading: string; stale: boolean }>`
    select source_id, found.reading, not exists (
      select from sources where id = source_id and sources.reading = found.reading
      union all
      select from source_texts t where t.source_id = found.source_id and t.reading = found.reading
    ) as stale
    from (
      select distinct source_id, reading from source_text_parts
      where (source_id, reading) > (${sourceId}::uuid, ${reading}::uuid)
      order by source_id, reading limit ${readingsAtOnce}
    ) found order by source_id, reading`.execute(db.reader)
  return rows
}
