import { newId } from '#platform'
import { removeMentions } from '../../server/insights/mentions/index.ts'
import { insertMentions } from '../../server/insights/mentions/mention-rows.ts'
import { removeTracker } from '../../server/insights/trackers/removal-job.ts'
import { projectWith } from '../insights/project-with.ts'
import { idOf, numberedId, type Prepare, signal } from './subject.ts'

const mentionsOfSource = 100
const insertedAtOnce = 500
const insertedInto = 1
const evidence = {
  rule: 'slow delivery',
  text: 'slow delivery',
  snippet: `${'It was a '.repeat(10)}slow delivery${' as I said'.repeat(10)}`,
  highlights: [[90, 103]] as [number, number][],
  speaker: null,
  startMs: null,
  sentiment: null,
}

/** Of 1,000 mentions, the first tracker has 945, and two that will be deleted have 50 and 5. */
export const mentions: Prepare = async (desk, db, rows) => {
  const { projectId, trackerIds } = await projectWith(desk, 3)
  const [tracker, large, small] = trackerIds as [string, string, string]
  let seq = rows * 2
  const removal = (name: string, trackerId: string) => ({
    name,
    async run() {
      const { rows } = await desk.pool.query('select count(*)::int from mentions where tracker_id = $1', [
        trackerId,
      ])
      await removeTracker(db, trackerId, signal)
      return rows[0].count
    },
  })
  return {
    tables: ['mentions', 'tracker_days'],
    async fill(client, from, to) {
      await client.query(
        `insert into sources (id, project_id, title, kind, mime_type, bytes, sha256, status, text_chars, occurred_at, file_key, created_by)
        select ${numberedId('n')}, $1, 'Interview ' || n, 'text', 'text/plain', 20000, lpad(to_hex(n), 64, '0'), 'ready', 20000,
          timestamptz '2025-01-01Z' + interval '1 day' * (n % 365), gen_random_uuid(), $2
        from generate_series($3::int, $4::int - 1) as n`,
        [projectId, desk.ownerId, from / mentionsOfSource, to / mentionsOfSource],
      )
      await client.query(
        `insert into mentions (tracker_id, seq, id, source_id, day, rule, start_offset, end_offset, text, snippet, highlights)
        select ($1::uuid[])[case when n % 1000 < 945 then 1 when n % 1000 < 995 then 2 else 3 end], n + 1, gen_random_uuid(),
          ${numberedId(`n / ${mentionsOfSource}`)}, date '2025-01-01' + n / ${mentionsOfSource} % 365, $4, n % 100 * 200,
          n % 100 * 200 + 13, $4, $5, '[[90, 103]]'
        from generate_series($2::int, $3::int - 1) as n`,
        [trackerIds, from, to, evidence.rule, evidence.snippet],
      )
      await client.query('truncate tracker_days')
      await client.query(
        `insert into tracker_days (tracker_id, day, mentions, sources)
        select tracker_id, day, count(*), count(*) / ${mentionsOfSource} + 1 from mentions group by 1, 2`,
      )
      await client.query(
        `update tracker_counters counters set last_seq = $1, mentions = counted.mentions, sources = counted.sources
        from (select tracker_id, sum(mentions) as mentions, sum(sources) as sources from tracker_days group by 1) as counted
        where counted.tracker_id = counters.tracker_id`,
        [rows * 3],
      )
    },
    insert: {
      name: `${insertedAtOnce} mentions`,
      run: () => {
        const added = Array.from({ length: insertedAtOnce }, () => {
          seq++
          const place = { start: seq, end: seq + 13 }
          return {
            id: newId(),
            trackerId: tracker,
            sourceId: idOf(insertedInto),
            seq,
            day: '2025-06-01',
            dismissed: false,
            evidence: { ...evidence, ...place },
          }
        })
        return db.transaction((tx) => insertMentions(tx, added))
      },
    },
    pages: {
      'oldest results': `/api/trackers/${tracker}/results?limit=50`,
      'newest results': `/api/trackers/${tracker}/results?limit=50&order=newest`,
      'results of a month': `/api/trackers/${tracker}/results?limit=50&from=2025-06-01&to=2025-06-30`,
      'results in a source': `/api/trackers/${tracker}/results?limit=50&sourceId=${idOf(0)}`,
      'mentions of a source': `/api/sources/${idOf(0)}/mentions?limit=50`,
    },
    deletions: [
      {
        name: 'of a source',
        async run() {
          await db.transaction((tx) => removeMentions(tx, [idOf(0)]))
          return mentionsOfSource
        },
      },
      removal('of a small tracker', small),
      removal('of a large tracker', large),
    ],
  }
}
