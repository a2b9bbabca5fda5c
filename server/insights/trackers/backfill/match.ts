import { createHash } from 'node:crypto'
import type { Database } from '#database'
import type { Definition } from '#engines/matching'
import { readBatch } from '../../library/texts.ts'
import type { Matcher } from '../../matching/matcher.ts'
import type { MatchedText } from '../../mentions/evidence.ts'
import { definitionOf } from '../tracker-rows.ts'

/** Trackers of one project that have reached the same source. */
export interface Group {
  projectId: string
  /** Sources are scanned in the order of their ids; null at the start. */
  lastSource: string | null
  /** The last source of the next group, which this one then joins. */
  until: string | null
  trackers: { id: string; definitionRevision: number; definition: Definition }[]
}

/** Returns the group with the most sources left, or null if the project needs no backfill. */
export async function nextGroup({ reader }: Database, projectId: string): Promise<Group | null> {
  const rows = await reader
    .selectFrom('trackerBackfills')
    .innerJoin('trackers', 'trackers.id', 'trackerBackfills.trackerId')
    .innerJoin('projects', 'projects.id', 'trackers.projectId')
    .where('projects.id', '=', projectId)
    .where('projects.deletedAt', 'is', null)
    .where('trackers.deletedAt', 'is', null)
    .select(['trackers.id', 'phrases', 'query', 'exclude', 'language', 'scope', 'lastSource'])
    .select('trackerBackfills.definitionRevision')
    .orderBy('lastSource', (order) => order.asc().nullsFirst())
    .orderBy('trackers.id')
    .execute()
  const [first] = rows
  if (!first) return null
  const { lastSource } = first
  const group = rows.filter((row) => row.lastSource === lastSource)
  return {
    projectId,
    lastSource,
    until: rows[group.length]?.lastSource ?? null,
    trackers: group.map((row) => ({
      id: row.id,
      definitionRevision: row.definitionRevision,
      definition: definitionOf(row),
    })),
  }
}

/** The next sources of a group. */
export interface Batch {
  texts: MatchedText[]
  /** The last source of the batch; null if none are left. */
  reached: string | null
}

/** Keeps batches short: the embedded database does one thing at a time. */
const foundAtOnce = 500

/** Matches the next sources with the trackers of a group, outside any transaction. */
export async function matchNext(
  db: Database,
  matcher: Matcher,
  { projectId, lastSource: after, until, trackers }: Group,
  signal?: AbortSignal,
): Promise<Batch> {
  const { texts, last } = await readBatch(db.reader, projectId, { after, until })
  if (last === null) return { texts: [], reached: until }
  const revisions = trackers.map(({ id, definitionRevision }) => `${id} ${definitionRevision}`)
  const set = { key: createHash('sha256').update(revisions.join()).digest('base64'), trackers }
  const matched: MatchedText[] = []
  let left = foundAtOnce
  for await (const { text, parts } of texts) {
    const { sourceId, reading, language } = text
    const found = await matcher.match({ parts, language }, set, signal)
    matched.push({ sourceId, reading, language, found })
    for (const list of found.values()) left -= list.length
    if (left <= 0) return { texts: matched, reached: sourceId }
  }
  return { texts: matched, reached: last }
}
