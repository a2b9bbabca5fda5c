import type { Segment } from '#contract'
import { newId, type Transaction } from '#platform'
import type { Found } from '../../matching/index.ts'
import { Changes } from './changes.ts'
import { count, lockCounters } from './counters.ts'
import { evidenceOf, keptOf } from './evidence.ts'
import { daysOf, insert, type NewMention, remove, type Standing, standingIn, standingSizes } from './rows.ts'

/** A source’s text, and what trackers find in it. */
export interface MatchedText {
  sourceId: string
  text: string
  segments: Segment[]
  /** By tracker. */
  found: Map<string, Found[]>
}

interface Fresh {
  trackerId: string
  matched: MatchedText
  day: string
  found: Found
}

/** So many mentions are looked at and written at once, which bounds memory whatever was found. */
const atOnce = 10_000
const insertedAtOnce = 500

/**
 * Makes the mentions of these sources those that were found: what is found again stays with its number, what is not goes,
 * what is new gets the next number of its tracker. The caller has locked the rows of the sources, and commits right after.
 * @param only the trackers that were looked for; without them, all that the project has
 */
export async function reconcile(tx: Transaction, texts: MatchedText[], only?: string[]): Promise<void> {
  const sourceIds = texts.map(({ sourceId }) => sourceId)
  const days = await daysOf(tx, sourceIds)
  const sizes = await standingSizes(tx, sourceIds, only)
  for (const { found } of texts) {
    for (const [id, list] of found) {
      if (list.length > 0) sizes.set(id, (sizes.get(id) ?? 0) + list.length)
    }
  }
  // Groups in the order of the trackers’ ids, and so their locks.
  for (const trackerIds of inGroups([...sizes].sort(([a], [b]) => (a < b ? -1 : 1)))) {
    await reconcileGroup(tx, texts, days, trackerIds)
  }
}

function inGroups(sizes: [string, number][]): string[][] {
  const groups: string[][] = []
  let left = 0
  for (const [id, size] of sizes) {
    if (size > left) {
      groups.push([])
      left = atOnce
    }
    groups.at(-1)!.push(id)
    left -= size
  }
  return groups
}

async function reconcileGroup(
  tx: Transaction,
  texts: MatchedText[],
  days: Map<string, string>,
  trackerIds: string[],
): Promise<void> {
  const changes = new Changes()
  const gone = new Map<string, Standing>()
  const sourceIds = texts.map(({ sourceId }) => sourceId)
  for (const mention of await standingIn(tx, sourceIds, trackerIds)) {
    const { trackerId, sourceId, startOffset, endOffset, rule } = mention
    gone.set(placeOf(trackerId, sourceId, startOffset, endOffset, rule), mention)
    changes.had(mention)
  }
  const fresh: Fresh[] = []
  for (const trackerId of trackerIds) {
    for (const matched of texts) {
      const { sourceId, text } = matched
      const day = days.get(sourceId)!
      for (const found of keptOf(text, matched.found.get(trackerId) ?? [])) {
        const place = placeOf(trackerId, sourceId, found.start, found.end, found.rule)
        const before = gone.get(place)
        const stays = before?.text === text.slice(found.start, found.end)
        if (stays) gone.delete(place)
        else fresh.push({ trackerId, matched, day, found })
        changes.has(stays && before ? before : { trackerId, sourceId, day })
      }
    }
  }
  if (gone.size === 0 && fresh.length === 0) return

  const touched = new Set([...gone.values(), ...fresh].map(({ trackerId }) => trackerId))
  const lastSeqs = await lockCounters(tx, [...touched])
  await remove(tx, [...gone.values()])
  for (let n = 0; n < fresh.length; n += insertedAtOnce) {
    await insert(
      tx,
      fresh.slice(n, n + insertedAtOnce).map((one) => toRow(one, nextSeq(lastSeqs, one.trackerId))),
    )
  }
  await count(tx, lastSeqs, changes.result())
}

const placeOf = (...parts: [string, string, number, number, string]) => parts.join(' ')

function nextSeq(lastSeqs: Map<string, number>, trackerId: string): number {
  const seq = lastSeqs.get(trackerId)! + 1
  lastSeqs.set(trackerId, seq)
  return seq
}

function toRow({ trackerId, matched, day, found }: Fresh, seq: number): NewMention {
  const { start, end, startMs, ...shown } = evidenceOf(matched.text, matched.segments, found)
  return {
    tracker_id: trackerId,
    seq,
    id: newId(),
    source_id: matched.sourceId,
    day,
    ...shown,
    start_offset: start,
    end_offset: end,
    start_ms: startMs,
  }
}
