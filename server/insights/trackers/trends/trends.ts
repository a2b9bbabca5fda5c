import { getTrends } from '#contract'
import type { Reader } from '#database'
import { implementOnSnapshot, invalidField, Refusal } from '#platform'
import { own, setOwn } from '#rules/own'
import { trackers } from '../tracker-rows.ts'
import { type Count, countByKey, countByWeek, firstCounted } from './count.ts'

/** The most trackers that are compared, and the most keys of which each is returned. */
const mostTrackers = 50
const mostWeeks = 366

export const trends = implementOnSnapshot(getTrends, async ({ tx, params: { projectId }, query }) => {
  const { by, from, to } = query
  if (from && to && from > to) throw invalidField('to', 'The last day is before the first')
  const ids = await idsOf(tx, projectId, query.trackers)
  if (by === 'week') {
    const counts = await countByWeek(tx, ids, { from, to })
    const first = [...new Set(counts.map(({ key }) => key))].at(-mostWeeks) ?? ''
    const listed = Map.groupBy(counts, ({ key }) => (key! >= first ? 'shown' : 'rest'))
    return { ...grouped(listed.get('shown') ?? []), ...restOf(listed.get('rest') ?? []), countedFrom: null }
  }
  const countedFrom = await firstCounted(tx, ids, { from, to })
  const { counts, rest, keys } = await countByKey(tx, ids, by, { from: countedFrom ?? from, to })
  return { ...grouped(counts), rest: { keys, counts: byTracker(rest) }, countedFrom }
})

/** @throws Refusal `tracker_not_found` */
async function idsOf(tx: Reader, projectId: string, wanted: string[] | undefined): Promise<string[]> {
  const rows = await trackers(tx)
    .where('trackers.projectId', '=', projectId)
    .$if(wanted !== undefined, (query) => query.where('trackers.id', 'in', wanted!))
    .orderBy('trackers.id', 'desc')
    .limit(mostTrackers)
    .execute()
  if (wanted && rows.length < wanted.length) throw new Refusal('tracker_not_found')
  return rows.map(({ id }) => id)
}

const byTracker = (counts: Count[]): Record<string, number> =>
  Object.fromEntries(counts.map(({ trackerId, count }) => [trackerId, count]))

/** Groups counts by key, in their order. */
function grouped(counts: Count[]) {
  const groups = Map.groupBy(counts, ({ key }) => key)
  return { data: Array.from(groups, ([key, group]) => ({ key, counts: byTracker(group) })) }
}

/** Adds up the counts of keys that are not listed. */
function restOf(counts: Count[]) {
  const sums: Record<string, number> = {}
  for (const { trackerId, count } of counts) setOwn(sums, trackerId, (own(sums, trackerId) ?? 0) + count)
  return { rest: { keys: new Set(counts.map(({ key }) => key)).size, counts: sums } }
}
