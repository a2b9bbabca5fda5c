import { getTrackerResults } from '#contract'
import type { Installation } from '../installation.ts'
import { callMs, measure, type Print } from '../load.ts'
import { projectWith } from './project-with.ts'

const runs = 5
const batch = 50_000
const mentionsOfSource = 100
const days = 365

/** How long a page of a tracker’s results takes, by the number of its mentions. */
export async function pages(print: Print, desk: Installation, most: number): Promise<void> {
  const sizes = [...new Set([1000, 10_000, 100_000, most])].filter((size) => size <= most)
  const trackers = await Promise.all(sizes.map((size) => trackerWith(desk, size)))
  await desk.pool.query('vacuum analyze')
  const kinds = {
    oldest: '',
    newest: '&order=newest',
    'in a month': '&from=2025-06-01&to=2025-06-30',
    'after half': '',
  }
  print('a page of 50 results, one caller')
  for (const [name, query] of Object.entries(kinds)) {
    const measurements = trackers.map(({ id, half }, n) => {
      const after = name === 'after half' ? `&after=${half}` : ''
      const path = `/api/trackers/${id}/results?limit=50${query}${after}`
      return [`of ${sizes[n]!.toLocaleString('en')}`, () => callMs(desk, path)] as const
    })
    await measure(print, { name, of: Object.fromEntries(measurements) }, runs)
  }
}

async function trackerWith(desk: Installation, size: number): Promise<{ id: string; half: string }> {
  const { projectId, trackerIds } = await projectWith(desk, 1)
  const [id] = trackerIds
  const { pool } = desk
  for (let from = 0; from < size; from += batch) {
    await pool.query(
      `with source as (
        insert into sources (id, project_id, title, kind, mime_type, bytes, sha256, status, text_chars, occurred_at, file_key, created_by)
        select gen_random_uuid(), $1, 'Interview ' || n, 'text', 'text/plain', 20000, lpad(to_hex($3::int + n), 64, '0'), 'ready', 20000,
          timestamptz '2025-01-01Z' + interval '1 day' * (($3::int + n) % ${days}), gen_random_uuid(), $4
        from generate_series(0, ceil($5::int / ${mentionsOfSource}.0)::int - 1) as n
        returning id, (occurred_at at time zone 'UTC')::date as day
      ), numbered as (select *, row_number() over () - 1 as n from source)
      insert into mentions (tracker_id, seq, id, source_id, day, rule, start_offset, end_offset, text, snippet, highlights)
      select $2, $3::int + made, gen_random_uuid(), numbered.id, day, 'slow delivery', made * 100, made * 100 + 13, 'slow delivery',
        repeat('It was a ', 10) || 'slow delivery' || repeat(' as I said', 10), '[[90, 103]]'
      from generate_series(1, $5::int) as made join numbered on numbered.n = (made - 1) / ${mentionsOfSource}`,
      [projectId, id, from, desk.ownerId, Math.min(batch, size - from)],
    )
  }
  await pool.query(
    `insert into tracker_days (tracker_id, day, mentions, sources)
    select $1, day, count(*), count(distinct source_id) from mentions where tracker_id = $1 group by day`,
    [id],
  )
  await pool.query(
    `update tracker_counters set last_seq = $2, mentions = $2, sources = (select sum(sources) from tracker_days where tracker_id = $1)
    where tracker_id = $1`,
    [id, size],
  )
  return { id: id!, half: await cursorAt(desk, id!, size / 2) }
}

/** Returns the cursor after so many mentions, in the server’s own format. */
async function cursorAt({ client }: Installation, trackerId: string, seq: number): Promise<string> {
  const { cursor } = await client.call(getTrackerResults, { trackerId, limit: 1 })
  const [id, order] = JSON.parse(Buffer.from(cursor!, 'base64url').toString())
  return Buffer.from(JSON.stringify([id, order, seq])).toString('base64url')
}
