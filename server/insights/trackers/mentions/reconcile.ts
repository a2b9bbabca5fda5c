import { isDeepStrictEqual } from 'node:util'
import type { Segment } from '#contract'
import { newId, type Transaction } from '#platform'
import type { FoundList } from '../../matching/index.ts'
import { Changes } from './changes.ts'
import { count, lockCounters } from './counters.ts'
import { type Evidence, evidenceOf, keptOf } from './evidence.ts'
import {
  daysOf,
  insert,
  type MentionRow,
  remove,
  type Standing,
  show,
  standingIn,
  standingSizes,
} from './rows.ts'

/** A source’s text, and what trackers find in it. */
export interface MatchedText {
  sourceId: string
  text: string
  segments: Segment[]
  /** By tracker. */
  found: Map<string, FoundList>
}

interface Fresh {
  trackerId: string
  sourceId: string
  day: string
  evidence: Evidence
}

/** So many mentions are looked at and written at once, which bounds memory whatever was found. */
const atOnce = 10_000
const writtenAtOnce = 500

/**
 * Makes the mentions of these sources those that were found: what is found again stays with its number, and shows what
 * is around it now; what is not goes; what is new gets the next number of its tracker. The caller has locked the rows of the sources, and commits right after.
 * @param only the trackers that were looked for; without them, all that the project has
 */
export async function reconcile(tx: Transaction, texts: MatchedText[], only?: string[]): Promise<void> {
  const sourceIds = texts.map(({ sourceId }) => sourceId)
  const days = await daysOf(tx, sourceIds)
  for (const trackerIds of await inGroups(tx, texts, only)) await reconcileGroup(tx, texts, days, trackerIds)
}

/**
 * The trackers that have mentions in these texts, or find any, so few in a group that their mentions fit into memory; in
 * the order of their ids, and so of their locks.
 */
export async function inGroups(
  tx: Transaction,
  texts: Pick<MatchedText, 'sourceId' | 'found'>[],
  only?: string[],
): Promise<string[][]> {
  const sourceIds = texts.map(({ sourceId }) => sourceId)
  const sizes = await standingSizes(tx, sourceIds, only)
  for (const { found } of texts) {
    for (const [id, list] of found) sizes.set(id, (sizes.get(id) ?? 0) + list.length)
  }
  const groups: string[][] = []
  let left = 0
  for (const [id, size] of [...sizes].sort(([a], [b]) => (a < b ? -1 : 1))) {
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
    gone.set(placeOf(mention, mention.evidence), mention)
    changes.had(mention)
  }
  const fresh: Fresh[] = []
  const altered: MentionRow[] = []
  for (const trackerId of trackerIds) {
    for (const { sourceId, text, segments, found } of texts) {
      const day = days.get(sourceId)!
      for (const one of keptOf(text, found.get(trackerId) ?? [])) {
        const evidence = evidenceOf(text, segments, one)
        const place = placeOf({ trackerId, sourceId }, evidence)
        const before = gone.get(place)
        if (before?.evidence.text === evidence.text) {
          gone.delete(place)
          changes.has(before)
          if (!isDeepStrictEqual(before.evidence, evidence)) altered.push(toRow(before, before.seq, evidence))
        } else {
          fresh.push({ trackerId, sourceId, day, evidence })
          changes.has({ trackerId, sourceId, day })
        }
      }
    }
  }
  if (gone.size === 0 && fresh.length === 0 && altered.length === 0) return

  const touched = new Set([...gone.values(), ...fresh].map(({ trackerId }) => trackerId))
  for (const row of altered) touched.add(row.tracker_id)
  const lastSeqs = await lockCounters(tx, [...touched])
  await remove(tx, [...gone.values()])
  for (const rows of inParts(altered)) await show(tx, rows)
  // What is being removed with its project meanwhile has no counter any more, and gets no mentions.
  const counted = fresh.filter(({ trackerId }) => lastSeqs.has(trackerId))
  for (const part of inParts(counted)) {
    await insert(
      tx,
      part.map((one) => toRow(one, nextSeq(lastSeqs, one.trackerId), one.evidence)),
    )
  }
  await count(tx, lastSeqs, changes.result())
}

function* inParts<Row>(rows: Row[]): Generator<Row[]> {
  for (let n = 0; n < rows.length; n += writtenAtOnce) yield rows.slice(n, n + writtenAtOnce)
}

const placeOf = (
  { trackerId, sourceId }: Pick<Standing, 'trackerId' | 'sourceId'>,
  { start, end, rule }: Evidence,
) => [trackerId, sourceId, start, end, rule].join(' ')

function nextSeq(lastSeqs: Map<string, number>, trackerId: string): number {
  const seq = lastSeqs.get(trackerId)! + 1
  lastSeqs.set(trackerId, seq)
  return seq
}

function toRow(
  { trackerId, sourceId, day }: Pick<Standing, 'trackerId' | 'sourceId' | 'day'>,
  seq: number,
  { start, end, startMs, ...shown }: Evidence,
): MentionRow {
  return {
    tracker_id: trackerId,
    seq,
    id: newId(),
    source_id: sourceId,
    day,
    ...shown,
    start_offset: start,
    end_offset: end,
    start_ms: startMs,
  }
}
