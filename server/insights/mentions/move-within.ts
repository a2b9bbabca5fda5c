import { sql } from 'kysely'
import type { Transaction } from '#database'
import type { Moves, Pseudonyms } from '#engines/pseudonyms'
import { placesIn } from './decide-again.ts'
import { type Dismissal, dismissalsIn, type Pair, pairOf } from './dismissals.ts'
import { type Mention, readMentions } from './mention-rows.ts'
import { groupTrackers, inParts, placeOf } from './reconcile.ts'

/** A source in whose text names are replaced, and where its places are afterwards. */
export interface Renamed {
  sourceId: string
  moves: Moves
  names: Pseudonyms
}

/** What was dismissed in a source, and where that is in its former text. */
type Dismissed = Pair & { dismissal: Dismissal; places: { start: number; end: number }[] }

/**
 * Moves the mentions of a source to where they are once names are replaced in its text, so that they keep their numbers and stay
 * dismissed when they are found again. Those within a name have no place any more, and `reconcile` removes them. The caller has
 * locked the source's row.
 * @param replaceText makes the new text current
 */
export async function moveWithin(
  tx: Transaction,
  sources: Renamed[],
  replaceText: () => Promise<void>,
): Promise<void> {
  const dismissed = new Map<Renamed, Dismissed[]>()
  for (const source of sources) dismissed.set(source, await dismissedIn(tx, source))
  await replaceText()
  for (const source of sources) {
    await moveMentions(tx, source)
    await moveDismissals(tx, source, dismissed.get(source)!)
  }
}

async function dismissedIn(tx: Transaction, { sourceId }: Renamed): Promise<Dismissed[]> {
  const found: Dismissed[] = []
  for (const dismissals of (await dismissalsIn(tx, [sourceId])).values()) {
    const places = await placesIn(tx, dismissals[0]!)
    for (const { trackerId, ...dismissal } of dismissals)
      found.push({ trackerId, sourceId, dismissal, places: places.of(dismissal) })
  }
  return found
}

async function moveMentions(tx: Transaction, { sourceId, moves, names }: Renamed): Promise<void> {
  const trackers = await tx
    .selectFrom('mentions')
    .select('trackerId')
    .distinct()
    .where('sourceId', '=', sourceId)
    .execute()
  // Out of the way: a place can be taken by a mention that moves, too.
  await sql`
    update mentions set start_offset = -1 - start_offset, end_offset = -1 - end_offset
    where source_id = ${sourceId}::uuid`.execute(tx)
  const ids = trackers.map(({ trackerId }) => trackerId)
  for (const group of await groupTrackers(tx, [{ sourceId, found: new Map() }], ids)) {
    const moved = new Map<string, Mention>()
    for (const mention of await readMentions(tx, [sourceId], group)) {
      const { evidence } = mention
      const [start, end] = [moves.of(-1 - evidence.start), moves.of(-1 - evidence.end)]
      if (start === null || end === null) continue
      const text = names.replaceIn(evidence.text)
      const rule = names.replaceIn(evidence.rule)
      const after = { ...mention, evidence: { ...evidence, start, end, text, rule } }
      moved.set(placeOf(after), after)
    }
    for (const some of inParts([...moved.values()])) await writePlaces(tx, some)
  }
}

async function writePlaces(tx: Transaction, mentions: Mention[]): Promise<void> {
  const rows = mentions.map(({ trackerId, seq, evidence: { start, end, text, rule } }) => ({
    ...{ trackerId, seq, start, end, text, rule },
  }))
  await sql`
    update mentions set start_offset = start, end_offset = "end", text = moved.text, rule = moved.rule
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as moved ("trackerId" uuid, seq bigint, start integer, "end" integer, text text, rule text)
    where mentions.tracker_id = "trackerId" and mentions.seq = moved.seq`.execute(tx)
}

/** Dismissals know what they cover by the words around it, which may be other ones now. */
async function moveDismissals(tx: Transaction, { moves }: Renamed, dismissed: Dismissed[]): Promise<void> {
  for (const [, ofPair] of Map.groupBy(dismissed, pairOf)) {
    const now = await placesIn(tx, ofPair[0]!)
    for (const { dismissal, places } of ofPair) {
      const anchors = places.flatMap(({ start, end }) =>
        now.anchorsAt({ start: moves.of(start) ?? -1, end: moves.of(end) ?? -1 }),
      )
      if (anchors.length > 0)
        await tx
          .updateTable('dismissals')
          .set({ anchors: JSON.stringify(anchors) })
          .where('id', '=', dismissal.id)
          .execute()
    }
  }
}
