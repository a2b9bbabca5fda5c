import { sql } from 'kysely'
import type { Transaction } from '#platform'
import type { Evidence } from './evidence.ts'

/** A mention that is there. Its tracker, source, place, rule and words make it the same as one that is found again. */
export interface Standing {
  trackerId: string
  sourceId: string
  seq: number
  day: string
  evidence: Evidence
}

/** The day, UTC, to which the mentions of each source belong. */
export async function daysOf(tx: Transaction, sourceIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; day: string }>`
    select id, (coalesce(occurred_at, created_at) at time zone 'UTC')::date as day
    from sources where id = any(${sourceIds}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, day }) => [id, day]))
}

export interface Size {
  trackerId: string
  sourceId: string
  day: string
  mentions: number
}

/** How many mentions there are in these sources, those included that are being removed with their tracker. */
export async function sizesIn(tx: Transaction, sourceIds: string[]): Promise<Size[]> {
  const { rows } = await sql<Size>`
    select tracker_id, source_id, day, count(*) as mentions
    from mentions where source_id = any(${sourceIds}::uuid[])
    group by 1, 2, 3`.execute(tx)
  return rows
}

/** How many mentions of each tracker that is not being removed there are in these sources. */
export async function standingSizes(
  tx: Transaction,
  sourceIds: string[],
  only: string[] | undefined,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ trackerId: string; mentions: number }>`
    select tracker_id, count(*) as mentions
    from mentions join trackers on trackers.id = tracker_id and deleted_at is null
    where source_id = any(${sourceIds}::uuid[]) ${only ? sql`and tracker_id = any(${only}::uuid[])` : sql``}
    group by 1`.execute(tx)
  return new Map(rows.map(({ trackerId, mentions }) => [trackerId, mentions]))
}

export async function standingIn(
  tx: Transaction,
  sourceIds: string[],
  trackerIds: string[],
): Promise<Standing[]> {
  const rows = await tx
    .selectFrom('mentions')
    .select(['trackerId', 'sourceId', 'seq', 'day'])
    .select(['rule', 'text', 'startOffset as start', 'endOffset as end'])
    .select(['snippet', 'highlights', 'speaker', 'startMs'])
    .where('trackerId', '=', sql<string>`any(${trackerIds}::uuid[])`)
    .where('sourceId', '=', sql<string>`any(${sourceIds}::uuid[])`)
    .execute()
  return rows.map(({ trackerId, sourceId, seq, day, ...evidence }) => ({
    trackerId,
    sourceId,
    seq,
    day,
    evidence: evidence as Evidence,
  }))
}

export async function remove(tx: Transaction, gone: Pick<Standing, 'trackerId' | 'seq'>[]): Promise<void> {
  if (gone.length === 0) return
  await sql`
    delete from mentions
    using unnest(${gone.map(({ trackerId }) => trackerId)}::uuid[], ${gone.map(({ seq }) => seq)}::bigint[])
      as gone (tracker_id, seq)
    where mentions.tracker_id = gone.tracker_id and mentions.seq = gone.seq`.execute(tx)
}

/** A mention with its columns as PostgreSQL names them: as JSON, thousands of rows are one value of a statement. */
export interface MentionRow {
  tracker_id: string
  seq: number
  id: string
  source_id: string
  day: string
  rule: string
  start_offset: number
  end_offset: number
  text: string
  snippet: string
  highlights: [number, number][]
  speaker: string | null
  start_ms: number | null
}

export async function insert(tx: Transaction, mentions: MentionRow[]): Promise<void> {
  await sql`
    insert into mentions (
      tracker_id, seq, id, source_id, day, rule, start_offset, end_offset, text, snippet, highlights, speaker, start_ms)
    select
      tracker_id, seq, id, source_id, day, rule, start_offset, end_offset, text, snippet, highlights, speaker, start_ms
    from ${asRecords(mentions)}`.execute(tx)
}

/** Rewrites what mentions that stay show of the text around them. */
export async function show(tx: Transaction, mentions: MentionRow[]): Promise<void> {
  await sql`
    update mentions
    set snippet = mention.snippet, highlights = mention.highlights, speaker = mention.speaker, start_ms = mention.start_ms
    from ${asRecords(mentions)}
    where mentions.tracker_id = mention.tracker_id and mentions.seq = mention.seq`.execute(tx)
}

const asRecords = (mentions: MentionRow[]) => sql`
  json_to_recordset(${JSON.stringify(mentions)}::json) as mention (
    tracker_id uuid, seq bigint, id uuid, source_id uuid, day date, rule text, start_offset integer,
    end_offset integer, text text, snippet text, highlights jsonb, speaker text, start_ms integer)`
