import type { Database } from '#database'
import { withinScope } from '#engines/matching'
import { newId } from '#platform'
import { eachText } from '../../library/texts.ts'
import type { Matcher } from '../../matching/matcher.ts'
import { decidedIn } from '../../mentions/decide.ts'
import type { Evidence } from '../../mentions/evidence.ts'
import { trackersOf } from '../../mentions/tracker-set.ts'

interface Mention extends Evidence {
  trackerId: string
  sourceId: string
  day: string
  dismissed: boolean
}

/** Returns what a new scan of a project's texts finds with all of its trackers. */
export async function freshScan(db: Database, matcher: Matcher, projectId: string): Promise<Mention[]> {
  const { trackers } = await trackersOf(db, matcher, projectId)
  const mentions: Mention[] = []
  for await (const { text, parts: coming } of eachText(db.reader, projectId)) {
    const { sourceId, reading, language, occurredAt } = text
    const parts = await Array.fromAsync(coming)
    for (const tracker of trackers) {
      const alone = { key: newId(), trackers: [tracker] }
      const all = await matcher.match({ parts, language }, alone)
      const found = withinScope(all, [tracker], text)
      const texts = [{ sourceId, reading, language, found }]
      for await (const { evidence, ...mention } of decidedIn(db.reader, texts, [tracker.id]))
        mentions.push({ ...mention, day: occurredAt.slice(0, 10), ...evidence })
    }
  }
  return mentions.sort(byPlace)
}

/** Returns the stored mentions. */
export async function mentionsThere(db: Database, projectId: string): Promise<Mention[]> {
  const rows = await db.reader
    .selectFrom('mentions')
    .innerJoin('trackers', 'trackers.id', 'trackerId')
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .select([
      'trackerId',
      'sourceId',
      'day',
      'dismissed',
      'rule',
      'text',
      'startOffset as start',
      'endOffset as end',
    ])
    .select(['snippet', 'highlights', 'speaker', 'startMs', 'sentiment'])
    .execute()
  return (rows as Mention[]).sort(byPlace)
}

const byPlace = (a: Mention, b: Mention) => (keyOf(a) < keyOf(b) ? -1 : 1)
const keyOf = ({ trackerId, sourceId, start, end, rule }: Mention) =>
  [trackerId, sourceId, start, end, rule].join(' ')

/** Returns the counters of a project's trackers, as stored and as counted again. */
export async function countersOf({ pool }: Database, projectId: string) {
  const rows = async (statement: string) => (await pool.query(statement, [projectId])).rows
  const live = 't.project_id = $1 and t.deleted_at is null'
  return {
    kept: {
      trackers: await rows(
        `select t.id, c.mentions, c.sources
         from trackers t join tracker_counters c on c.tracker_id = t.id where ${live} order by 1`,
      ),
      days: await rows(
        `select t.id, d.day, d.mentions, d.sources
         from trackers t join tracker_days d on d.tracker_id = t.id where ${live} order by 1, 2`,
      ),
    },
    counted: {
      trackers: await rows(
        `select t.id, count(m.seq) as mentions, count(distinct m.source_id)::integer as sources
         from trackers t left join mentions m on m.tracker_id = t.id and not m.dismissed where ${live} group by 1 order by 1`,
      ),
      days: await rows(
        `select t.id, m.day, count(*)::integer as mentions, count(distinct m.source_id)::integer as sources
         from trackers t join mentions m on m.tracker_id = t.id and not m.dismissed where ${live} group by 1, 2 order by 1, 2`,
      ),
    },
  }
}
