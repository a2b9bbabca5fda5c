import { sql } from 'kysely'
import type { Segment } from '#contract'
import type { Database, Transaction } from '#platform'
import type { FoundList, Matcher } from '../../matching/index.ts'
import { trackersOf } from '../tracker-set.ts'
import { Changes } from './changes.ts'
import { count, lockCounters } from './counters.ts'
import { reconcile } from './reconcile.ts'
import { daysOf, sizesIn } from './rows.ts'

/** A text that is about to become that of a source. */
export interface NewText {
  projectId: string
  text: string
  segments: Segment[]
  language: string | null
}

/** What the trackers of a project find in a text, and which set of trackers they were. */
export interface Arrival extends NewText {
  /** Raised whenever a tracker is made, changed or deleted. */
  revision: number
  /** By tracker. */
  found: Map<string, FoundList>
}

/** Looks for all trackers of the project, outside of any transaction. */
export async function matchArrival(
  db: Database,
  matcher: Matcher,
  text: NewText,
  signal?: AbortSignal,
): Promise<Arrival> {
  const set = await trackersOf(db, matcher, text.projectId)
  const found =
    set.trackers.length > 0 ? await matcher.match(text, set, signal) : new Map<string, FoundList>()
  return { ...text, revision: set.revision, found }
}

/**
 * Writes the mentions of a source whose text is the arrival's from now on: those that are found again stay, others go,
 * new ones come. The caller has locked the source's row (FOR UPDATE), and commits right after: the trackers' counters are
 * locked until then.
 * @returns `trackers changed` where the trackers are not those any more that were looked for: match again
 */
export async function writeArrival(
  tx: Transaction,
  arrival: Arrival,
  sourceId: string,
): Promise<'written' | 'trackers changed'> {
  const { projectId, revision } = arrival
  // Whoever makes or changes a tracker waits for this transaction, and then finds the text when it goes back over all.
  const set = await tx
    .selectFrom('projects')
    .select('trackerRevision')
    .where('id', '=', projectId)
    .forShare()
    .executeTakeFirst()
  if (set?.trackerRevision !== revision) return 'trackers changed'
  await reconcile(tx, [{ ...arrival, sourceId }])
  return 'written'
}

/** Removes all mentions in these sources. The caller has locked their rows (FOR UPDATE), and commits right after. */
export async function removeMentions(tx: Transaction, sourceIds: string[]): Promise<void> {
  const sizes = await sizesIn(tx, sourceIds)
  if (sizes.length === 0) return
  const changes = new Changes()
  for (const size of sizes) changes.had(size, size.mentions)
  const lastSeqs = await lockCounters(tx, [...new Set(sizes.map(({ trackerId }) => trackerId))])
  await sql`delete from mentions where source_id = any(${sourceIds}::uuid[])`.execute(tx)
  await count(tx, lastSeqs, changes.result())
}

/**
 * Follows a change of `occurred_at`: the mentions of these sources move to its day. The caller has locked and changed
 * their rows, and commits right after.
 */
export async function moveMentions(tx: Transaction, sourceIds: string[]): Promise<void> {
  const days = await daysOf(tx, sourceIds)
  const moving = (await sizesIn(tx, sourceIds)).filter(({ sourceId, day }) => days.get(sourceId) !== day)
  if (moving.length === 0) return
  const changes = new Changes()
  for (const size of moving) {
    changes.had(size, size.mentions)
    changes.has({ ...size, day: days.get(size.sourceId)! }, size.mentions)
  }
  const lastSeqs = await lockCounters(tx, [...new Set(moving.map(({ trackerId }) => trackerId))])
  await sql`
    update mentions set day = (coalesce(occurred_at, created_at) at time zone 'UTC')::date
    from sources where source_id = sources.id and source_id = any(${sourceIds}::uuid[])
    and day <> (coalesce(occurred_at, created_at) at time zone 'UTC')::date`.execute(tx)
  await count(tx, lastSeqs, changes.result())
}
