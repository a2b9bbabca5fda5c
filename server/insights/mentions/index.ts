import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#database'
import { Changes } from './changes.ts'
import { lockCounters, updateCounters } from './counters.ts'
import { detailsOf, type Size, sizesIn } from './mention-rows.ts'

export { type Arrival, matchArrival, writeArrival } from './arrival.ts'
export { decideAgain, dismissalsOf, placesIn } from './decide-again.ts'
export { moveWithin, type Renamed } from './move-within.ts'
export { createRematchJob, type RematchJob, rematchIfAffected } from './rematch.ts'

/** Removes all mentions in these sources. The caller has locked their rows FOR UPDATE, and commits right after. */
export async function removeMentions(tx: Transaction, sourceIds: string[]): Promise<void> {
  const statement = sql`delete from mentions where source_id = any(${sourceIds}::uuid[])`
  await change(tx, await sizesIn(tx, sourceIds), statement)
}

/**
 * Moves the mentions of a source to its current day, after a change of `occurred_at`. The caller has locked the source's
 * row, and commits right after.
 */
export async function moveMentions(tx: Transaction, sourceId: string): Promise<void> {
  const day = (await detailsOf(tx, [sourceId])).get(sourceId)?.day
  const moving = (await sizesIn(tx, [sourceId])).filter((size) => size.day !== day)
  const statement = sql`update mentions set day = ${day}::date where source_id = ${sourceId}::uuid and day <> ${day}::date`
  await change(tx, moving, statement, day)
}

/** Runs a statement on all mentions of these sizes, and counts its effect. @param day their new day; undefined if they are deleted */
async function change(
  tx: Transaction,
  sizes: Size[],
  statement: RawBuilder<unknown>,
  day?: string,
): Promise<void> {
  if (sizes.length === 0) return
  const changes = new Changes()
  for (const size of sizes) {
    changes.countBefore(size, size.mentions)
    if (day !== undefined) changes.countAfter({ ...size, day }, size.mentions)
  }
  const lastSeqs = await lockCounters(tx, [...new Set(sizes.map(({ trackerId }) => trackerId))])
  await statement.execute(tx)
  await updateCounters(tx, lastSeqs, changes.result())
}
