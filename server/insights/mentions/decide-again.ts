import { sql } from 'kysely'
import type { Transaction } from '#database'
import { type PartKey, readParts } from '../library/texts.ts'
import { PartAnchors } from './anchors.ts'
import { Changes } from './changes.ts'
import { lockCounters, updateCounters } from './counters.ts'
import { type Dismissal, dismissalsIn, type Pair, Places, pairOf } from './dismissals.ts'
import { nextSeq } from './reconcile.ts'

/** Reads the dismissals of a tracker in a source. */
export const dismissalsOf = async (tx: Transaction, pair: Pair): Promise<Dismissal[]> =>
  (await dismissalsIn(tx, [pair.sourceId], [pair.trackerId])).get(pairOf(pair)) ?? []

/** Reads where a tracker's mentions are in the text of a source, whose row is locked. */
export async function placesIn(tx: Transaction, { trackerId, sourceId }: Pair): Promise<Places> {
  const mentions = await tx
    .selectFrom('mentions')
    .select(['rule', 'startOffset as start', 'endOffset as end'])
    .where('trackerId', '=', trackerId)
    .where('sourceId', '=', sourceId)
    // Those within a name that was replaced have no place.
    .where('startOffset', '>=', 0)
    .orderBy('startOffset')
    .orderBy('endOffset')
    .execute()
  const { rows: keys } = await sql<PartKey>`
    select source_id, reading, number
    from source_texts join source_text_parts part using (source_id, reading)
    where source_id = ${sourceId}::uuid and exists (
      select from mentions where tracker_id = ${trackerId}::uuid and source_id = ${sourceId}::uuid
      and mentions.start_offset >= part.start_offset and mentions.start_offset < part.end_offset)
    order by number`.execute(tx)
  const places = new Places()
  let next = 0
  for await (const part of readParts(tx, keys)) {
    const anchors = new PartAnchors(part)
    const end = part.start + part.text.length
    for (; next < mentions.length && mentions[next]!.start < end; next++)
      places.add(mentions[next]!, anchors.of(mentions[next]!))
  }
  return places
}

/**
 * Dismisses and restores mentions of a tracker in a source after a change of its dismissals. The caller has locked the
 * source's row, and commits right after.
 */
export async function decideAgain(
  tx: Transaction,
  { trackerId, sourceId }: Pair,
  places: Places,
): Promise<void> {
  const dismissals = await dismissalsOf(tx, { trackerId, sourceId })
  const mentions = await tx
    .selectFrom('mentions')
    .select(['trackerId', 'sourceId', 'seq', 'day', 'dismissed'])
    .select(['startOffset as start', 'endOffset as end'])
    .where('trackerId', '=', trackerId)
    .where('sourceId', '=', sourceId)
    .orderBy('seq')
    .execute()
  const isDismissed = places.whichAreDismissed(dismissals)
  const changes = new Changes()
  for (const mention of mentions) {
    if (!mention.dismissed) changes.countBefore(mention)
    if (!isDismissed(mention)) changes.countAfter(mention)
  }
  const changed = mentions.filter((mention) => mention.dismissed !== isDismissed(mention))
  if (changed.length === 0) return
  const lastSeqs = await lockCounters(tx, [trackerId])
  // A tracker that is being removed has no counter.
  if (lastSeqs.size === 0) return
  const rows = changed.map(({ seq }) => ({ seq, newSeq: nextSeq(lastSeqs, trackerId) }))
  await sql`
    update mentions set seq = "newSeq", dismissed = not dismissed
    from json_to_recordset(${JSON.stringify(rows)}::json) as changed (seq bigint, "newSeq" bigint)
    where tracker_id = ${trackerId}::uuid and mentions.seq = changed.seq`.execute(tx)
  await updateCounters(tx, lastSeqs, changes.result())
}
