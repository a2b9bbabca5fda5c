import { sql } from 'kysely'
import type { Transaction } from '#database'
import type { SourceDetails } from '#engines/matching'
import type { Evidence } from './evidence.ts'

/** A stored mention. Tracker, source, place, rule and words identify it when it is found again. */
export interface Mention {
  trackerId: string
  sourceId: string
  seq: number
  day: string
  /** Dismissed mentions are in no counter. */
  dismissed: boolean
  evidence: Evidence
}

/** Returns the UTC day on which the mentions of each source count, and what else trackers can be limited to. */
export async function detailsOf(tx: Transaction, sourceIds: string[]): Promise<Map<string, SourceDetails>> {
  const { rows } = await sql<SourceDetails & { id: string }>`
    select id, kind, tags, author, (coalesce(occurred_at, created_at) at time zone 'UTC')::date as day
    from sources where id = any(${sourceIds}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, ...details }) => [id, details]))
}

export interface Size {
  trackerId: string
  sourceId: string
  day: string
  mentions: number
}

/** Counts the mentions in these sources, without dismissed ones, including those of trackers that are being removed. */
export async function sizesIn(tx: Transaction, sourceIds: string[]): Promise<Size[]> {
  const { rows } = await sql<Size>`
    select tracker_id, source_id, day, count(*) filter (where not dismissed) as mentions
    from mentions where source_id = any(${sourceIds}::uuid[])
    group by 1, 2, 3`.execute(tx)
  return rows
}

/** Counts the mentions in these sources by tracker, without trackers that are being removed. */
export async function sizesByTracker(tx: Transaction, sourceIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ trackerId: string; mentions: number }>`
    select tracker_id, count(*) as mentions
    from mentions join trackers on trackers.id = tracker_id and deleted_at is null
    where source_id = any(${sourceIds}::uuid[])
    group by 1`.execute(tx)
  return new Map(rows.map(({ trackerId, mentions }) => [trackerId, mentions]))
}

/** Reads the mentions of these trackers in these sources. */
export async function readMentions(
  tx: Transaction,
  sourceIds: string[],
  trackerIds: string[],
): Promise<Mention[]> {
  const rows = await tx
    .selectFrom('mentions')
    .select(['trackerId', 'sourceId', 'seq', 'day', 'dismissed'])
    .select(['rule', 'text', 'startOffset as start', 'endOffset as end'])
    .select(['snippet', 'highlights', 'speaker', 'startMs', 'sentiment'])
    .where('trackerId', '=', sql<string>`any(${trackerIds}::uuid[])`)
    .where('sourceId', '=', sql<string>`any(${sourceIds}::uuid[])`)
    .execute()
  return rows.map(({ trackerId, sourceId, seq, day, dismissed, ...evidence }) => ({
    trackerId,
    sourceId,
    seq,
    day,
    dismissed,
    evidence: evidence as Evidence,
  }))
}

export async function deleteMentions(tx: Transaction, mentions: Mention[]): Promise<void> {
  if (mentions.length === 0) return
  await sql`
    delete from mentions m
    using unnest(${mentions.map(({ trackerId }) => trackerId)}::uuid[], ${mentions.map(({ seq }) => seq)}::bigint[])
      as gone (tracker_id, seq)
    where m.tracker_id = gone.tracker_id and m.seq = gone.seq`.execute(tx)
}

export async function insertMentions(tx: Transaction, mentions: (Mention & { id: string })[]): Promise<void> {
  await sql`
    insert into mentions (
      tracker_id, seq, id, source_id, day, dismissed, rule, start_offset, end_offset, text, snippet, highlights, speaker, start_ms, sentiment)
    select "trackerId", seq, id, "sourceId", day, dismissed, rule, start, "end", text, snippet, highlights, speaker, "startMs", sentiment
    from ${asRecords(mentions)}`.execute(tx)
}

/** Updates what mentions show of the text around them, and those that are dismissed or restored, with their new numbers. */
export async function updateMentions(
  tx: Transaction,
  mentions: (Mention & { newSeq: number })[],
): Promise<void> {
  await sql`
    update mentions
    set seq = "newSeq", dismissed = mention.dismissed, snippet = mention.snippet, highlights = mention.highlights, speaker = mention.speaker, start_ms = "startMs",
      sentiment = mention.sentiment
    from ${asRecords(mentions)}
    where mentions.tracker_id = "trackerId" and mentions.seq = mention.seq`.execute(tx)
}

/** Passes rows as JSON, so that thousands of them are a single parameter. */
const asRecords = (mentions: Mention[]) => sql`
  json_to_recordset(${JSON.stringify(mentions.map(({ evidence, ...place }) => ({ ...place, ...evidence })))}::json)
    as mention (
      "trackerId" uuid, seq bigint, "newSeq" bigint, id uuid, "sourceId" uuid, day date, dismissed boolean, rule text, start integer, "end" integer,
      text text, snippet text, highlights jsonb, speaker text, "startMs" integer, sentiment text)`
