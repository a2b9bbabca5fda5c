import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Transaction } from '#database'
import { type Definition, withinScope } from '#engines/matching'
import { newId, rowsOf, type Snapshot, type Violation } from '#platform'
import { eachText } from '../library/texts.ts'
import { createMatcher, type Matcher } from '../matching/matcher.ts'
import { type DecidedMention, decidedIn } from '../mentions/decide.ts'
import { type Mention, readMentions } from '../mentions/mention-rows.ts'
import { groupTrackers, placeOf } from '../mentions/reconcile.ts'

/** Matches all texts with all trackers again, and compares the result with the stored mentions. */
export async function* rescan({ tx }: Snapshot): AsyncGenerator<Violation> {
  const matcher = createMatcher()
  try {
    const projects = sql<{ id: string }>`select id from projects where deleted_at is null`
    for await (const { id } of rowsOf(tx, projects)) yield* rescanProject(tx, matcher, id)
  } finally {
    await matcher.stop()
  }
}

async function* rescanProject(
  tx: Transaction,
  matcher: Matcher,
  projectId: string,
): AsyncGenerator<Violation> {
  const trackers = await trackersOf(tx, projectId)
  if (trackers.length === 0) return
  const set = { key: newId(), trackers }
  for await (const { text, parts } of eachText(tx, projectId)) {
    const { sourceId, reading, language } = text
    // A job is about to match it again.
    if (text.rematch) continue
    const done = trackers.filter(({ scannedTo }) => scannedTo === 'all' || sourceId <= scannedTo)
    const matched = await matcher.match({ parts, language }, set)
    const found = withinScope(matched, done, text)
    const texts = [{ sourceId, reading, language, found }]
    for (const group of await groupTrackers(
      tx,
      texts,
      done.map(({ id }) => id),
    )) {
      const fresh = await Array.fromAsync(decidedIn(tx, texts, group))
      yield* differences(fresh, await readMentions(tx, [sourceId], group))
    }
  }
}

function* differences(fresh: DecidedMention[], stored: Mention[]): Generator<Violation> {
  const missing = new Map(fresh.map((mention) => [placeOf(mention), mention]))
  for (const mention of stored) {
    const { trackerId, seq, evidence } = mention
    const place = placeOf(mention)
    const found = missing.get(place)
    missing.delete(place)
    const row = `mentions ${trackerId}/${seq}`
    if (!found) yield { row, what: `a new scan does not find “${evidence.text}” there` }
    else if (!isDeepStrictEqual(evidence, found.evidence)) yield { row, what: 'differs from the text' }
    else if (mention.dismissed !== found.dismissed)
      yield { row, what: mention.dismissed ? 'was not dismissed' : 'was dismissed' }
  }
  for (const { trackerId, sourceId, evidence } of missing.values())
    yield {
      row: `sources ${sourceId}`,
      what: `tracker ${trackerId} finds “${evidence.text}” in it, and no mention exists`,
    }
}

interface ScannedTracker {
  id: string
  definition: Definition
  /** The last source that its backfill has reached, empty if none; 'all' once it is done. */
  scannedTo: string
}

async function trackersOf(tx: Transaction, projectId: string): Promise<ScannedTracker[]> {
  const { rows } = await sql<Definition & { id: string; scannedTo: string }>`
    select t.id, phrases, query, exclude, language, scope,
      case when b.tracker_id is null then 'all' else coalesce(b.last_source::text, '') end as scanned_to
    from trackers t left join tracker_backfills b on b.tracker_id = t.id
    where t.project_id = ${projectId}::uuid and t.deleted_at is null order by t.id`.execute(tx)
  return rows.map(({ id, scannedTo, ...definition }) => ({ id, scannedTo, definition }))
}
