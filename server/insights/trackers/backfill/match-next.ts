import { createHash } from 'node:crypto'
import type { Database } from '#platform'
import type { Matcher } from '../../matching/index.ts'
import type { MatchedText } from '../mentions/reconcile.ts'
import { fewEnough, readTexts, sourcesWithText } from '../texts.ts'
import type { Group } from './group.ts'

/** A text that was matched, and by which reading of its source it came to be. */
export interface ReadText extends MatchedText {
  reading: string
}

/** What comes next for a group. */
export interface Batch {
  texts: ReadText[]
  /** The last source that it goes through; null where it has been through all. */
  reached: string | null
}

/** So few that on the embedded database, which does one thing at a time, others wait for some hundredths of a second. */
const sourcesAtOnce = 50
const foundAtOnce = 500

/** Looks for the trackers of a group in the sources that come next, outside of any transaction. */
export async function matchNext(
  db: Database,
  matcher: Matcher,
  group: Group,
  signal?: AbortSignal,
): Promise<Batch> {
  const { lastSource, until, projectId, trackers } = group
  const next = await sourcesWithText(db.reader, projectId)
    .$if(lastSource !== null, (query) => query.where('sources.id', '>', lastSource))
    .$if(until !== null, (query) => query.where('sources.id', '<=', until))
    .orderBy('sources.id')
    .limit(sourcesAtOnce)
    .execute()
  const ids = fewEnough(next).map(({ id }) => id)
  const last = ids.at(-1)
  if (!last) return { texts: [], reached: until }

  const set = { key: keyOf(group), trackers }
  const texts = await readTexts(db.reader, ids)
  const matched: ReadText[] = []
  let left = foundAtOnce
  for (const source of texts.sort((a, b) => (a.sourceId < b.sourceId ? -1 : 1))) {
    const found = await matcher.match(source, set, signal)
    matched.push({ ...source, found })
    for (const list of found.values()) left -= list.length
    if (left <= 0) return { texts: matched, reached: source.sourceId }
  }
  return { texts: matched, reached: last }
}

function keyOf({ trackers }: Group): string {
  const each = trackers.map(({ id, definitionRevision }) => `${id} ${definitionRevision}`)
  return createHash('sha256').update(each.join()).digest('base64')
}
