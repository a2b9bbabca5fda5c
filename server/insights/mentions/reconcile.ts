import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#database'
import { type SourceDetails, type TrackerSet, withinScope } from '#engines/matching'
import { newId } from '#platform'
import { Changes } from './changes.ts'
import { lockCounters, updateCounters } from './counters.ts'
import { decidedIn } from './decide.ts'
import type { Evidence, MatchedText } from './evidence.ts'
import {
  deleteMentions,
  detailsOf,
  insertMentions,
  type Mention,
  readMentions,
  sizesByTracker,
  updateMentions,
} from './mention-rows.ts'

/** How many mentions to hold in memory, and to write in one statement. */
const atOnce = 10_000
const writtenAtOnce = 500

/**
 * Makes the stored mentions of these sources equal to those found: a mention found again keeps its number and gets its
 * current context, others are deleted, and new ones get their tracker's next number. So do those that are dismissed or
 * restored, since they enter another list. The caller has locked the rows of the sources, and commits right after.
 * @param trackers those that were matched
 */
export async function reconcile(
  tx: Transaction,
  matched: MatchedText[],
  trackers: TrackerSet['trackers'],
): Promise<void> {
  const sourceIds = matched.map(({ sourceId }) => sourceId)
  const details = await detailsOf(tx, sourceIds)
  const texts = matched.map((text) => ({
    ...text,
    found: withinScope(text.found, trackers, details.get(text.sourceId)!),
  }))
  const ids = trackers.map(({ id }) => id)
  for (const trackerIds of await groupTrackers(tx, texts, ids))
    await reconcileGroup(tx, texts, details, trackerIds)
}

/**
 * Groups those of the trackers that have or find mentions in these texts such that a group's mentions fit into memory. Sorted by
 * id, the order in which they are locked.
 */
export async function groupTrackers(
  tx: Transaction,
  texts: Pick<MatchedText, 'sourceId' | 'found'>[],
  among: string[],
): Promise<string[][]> {
  const sourceIds = texts.map(({ sourceId }) => sourceId)
  const wanted = new Set(among)
  // This is no condition of the query: for many trackers, the planner would read all of their mentions.
  const stored = await sizesByTracker(tx, sourceIds)
  const sizes = new Map([...stored].filter(([id]) => wanted.has(id)))
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
  details: Map<string, SourceDetails>,
  trackerIds: string[],
): Promise<void> {
  const changes = new Changes()
  const gone = new Map<string, Mention>()
  const sourceIds = texts.map(({ sourceId }) => sourceId)
  for (const mention of await readMentions(tx, sourceIds, trackerIds)) {
    gone.set(placeOf(mention), mention)
    if (!mention.dismissed) changes.countBefore(mention)
  }
  const fresh: Omit<Mention, 'seq'>[] = []
  const altered: { before: Mention; after: Mention }[] = []
  for await (const decided of decidedIn(tx, texts, trackerIds)) {
    const mention = { ...decided, day: details.get(decided.sourceId)!.day }
    if (!mention.dismissed) changes.countAfter(mention)
    const place = placeOf(mention)
    const before = gone.get(place)
    if (before?.evidence.text === mention.evidence.text) {
      gone.delete(place)
      const after = { ...before, ...mention }
      if (!isDeepStrictEqual(before, after)) altered.push({ before, after })
    } else fresh.push(mention)
  }
  if (gone.size === 0 && fresh.length === 0 && altered.length === 0) return

  const touched = [...gone.values(), ...fresh, ...altered.map(({ after }) => after)].map(
    ({ trackerId }) => trackerId,
  )
  const lastSeqs = await lockCounters(tx, [...new Set(touched)])
  await deleteMentions(tx, [...gone.values()])
  for (const part of inParts(altered)) {
    const rows = part.map(({ before, after }) => ({
      ...after,
      newSeq: after.dismissed === before.dismissed ? before.seq : nextSeq(lastSeqs, after.trackerId),
    }))
    await updateMentions(tx, rows)
  }
  // A tracker that is being removed with its project has no counter and gets no mentions.
  const counted = fresh.filter(({ trackerId }) => lastSeqs.has(trackerId))
  for (const part of inParts(counted)) {
    const rows = part.map((one) => ({ ...one, id: newId(), seq: nextSeq(lastSeqs, one.trackerId) }))
    await insertMentions(tx, rows)
  }
  await updateCounters(tx, lastSeqs, changes.result())
}

/** Divides rows into as many as one statement writes. */
export function* inParts<Row>(rows: Row[]): Generator<Row[]> {
  for (let n = 0; n < rows.length; n += writtenAtOnce) yield rows.slice(n, n + writtenAtOnce)
}

/** Identifies where a mention is, and by which rule. */
export const placeOf = ({
  trackerId,
  sourceId,
  evidence: { start, end, rule },
}: {
  trackerId: string
  sourceId: string
  evidence: Evidence
}): string => [trackerId, sourceId, start, end, rule].join(' ')

/** Returns the next number of a tracker whose counter is locked. */
export function nextSeq(lastSeqs: Map<string, number>, trackerId: string): number {
  const seq = lastSeqs.get(trackerId)! + 1
  lastSeqs.set(trackerId, seq)
  return seq
}
