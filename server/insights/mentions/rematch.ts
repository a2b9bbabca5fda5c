import { sql } from 'kysely'
import type { Database, Transaction } from '#database'
import { isInScope, type SourceDetails } from '#engines/matching'
import type { Job, Jobs } from '#platform'
import { lockReadings } from '../library/texts.ts'
import type { Matcher } from '../matching/matcher.ts'
import { matchArrival, writeArrival } from './arrival.ts'

export type RematchJob = Job<{ sourceId?: string }>

/**
 * Matches sources again whose details have changed such that other trackers search them. The scheduled run finds those
 * whose job was lost.
 */
export const createRematchJob = (matcher: Matcher): RematchJob => ({
  name: 'sources.rematch',
  schedule: '*/5 * * * *',
  async run({ db, signal }, { sourceId }) {
    for (let after = sourceId; ; ) {
      if (after) await rematch(db, matcher, after, signal)
      if (sourceId) return
      const next = await db.reader
        .selectFrom('sources')
        .select('id')
        .where('rematch', '=', true)
        .$if(after !== undefined, (query) => query.where('id', '>', after!))
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (!next) return
      after = next.id
    }
  },
})

async function rematch(db: Database, matcher: Matcher, id: string, signal: AbortSignal): Promise<void> {
  for (let isDone = false; !isDone; ) {
    signal.throwIfAborted()
    const text = await db.reader
      .selectFrom('sources')
      .innerJoin('sourceTexts', 'sourceTexts.sourceId', 'sources.id')
      .select(['projectId', 'language', 'sourceId', 'sourceTexts.reading', 'parts'])
      .where('sources.id', '=', id)
      .where('rematch', '=', true)
      .executeTakeFirst()
    const arrival =
      text && (await matchArrival(db, matcher, { projectId: text.projectId, texts: [text] }, signal))
    isDone = await db.transaction(async (tx) => {
      const { rows } = await sql`select from sources where id = ${id}::uuid and rematch for update`.execute(
        tx,
      )
      if (rows.length === 0) return true
      // After the lock, in a statement of its own: it sees the text of those who held the lock before.
      const readings = await lockReadings(tx, [id])
      if (readings.get(id) !== text?.reading) return false
      if (arrival && (await writeArrival(tx, arrival)) === 'trackers changed') return false
      await tx.updateTable('sources').set({ rematch: false }).where('id', '=', id).execute()
      return true
    })
  }
}

/**
 * Has a source matched again if a change of its details brings it into the scope of a tracker, or out of it. The caller
 * has locked the source's row.
 */
export async function rematchIfAffected(
  tx: Transaction,
  source: { id: string; projectId: string; before: SourceDetails; after: SourceDetails },
  jobs: Jobs,
  job: RematchJob,
): Promise<void> {
  const { id, projectId, before, after } = source
  const rows = await tx
    .selectFrom('trackers')
    .select('scope')
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .where('scope', '<>', '{}')
    .execute()
  const scopes = rows.map(({ scope }) => scope as Parameters<typeof isInScope>[0])
  if (!scopes.some((scope) => isInScope(scope, before) !== isInScope(scope, after))) return
  await tx.updateTable('sources').set({ rematch: true }).where('id', '=', id).execute()
  await jobs.send(tx, job, { sourceId: id })
}
