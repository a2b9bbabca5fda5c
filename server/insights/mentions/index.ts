// The single entry point to a source's mentions: call it when a source's text or date changes, or when it is deleted.

import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '#database'
import { partsIn, type Reading, readParts } from '../library/texts.ts'
import type { FoundList, Matcher } from '../matching/index.ts'
import { Changes } from './changes.ts'
import { lockCounters, updateCounters } from './counters.ts'
import type { MatchedText } from './evidence.ts'
import { reconcile } from './reconcile.ts'
import { daysOf, type Size, sizesIn } from './rows.ts'
import { trackersOf } from './tracker-set.ts'

export { decideAgain, dismissalsOf, placesIn } from './decide-again.ts'

/** A text that is about to become that of a source. */
export interface NewText extends Reading {
  projectId: string
  language: string | null
}

/** What the trackers of a project find in a new text. */
export interface Arrival extends MatchedText {
  projectId: string
  /** The revision of the set of trackers that was used. */
  revision: number
}

/** Matches a new text with all trackers of its project, outside any transaction. */
export async function matchArrival(
  db: Database,
  matcher: Matcher,
  { projectId, language, ...text }: NewText,
  signal?: AbortSignal,
): Promise<Arrival> {
  const set = await trackersOf(db, matcher, projectId)
  const parts = readParts(db.reader, partsIn(text))
  const found =
    set.trackers.length > 0
      ? await matcher.match({ parts, language }, set, signal)
      : new Map<string, FoundList>()
  const { sourceId, reading } = text
  return { projectId, sourceId, reading, revision: set.revision, found }
}

/**
 * Writes the mentions of a source whose new text was matched. The caller has locked the source's row FOR UPDATE, and
 * commits right after: the trackers' counters are locked until then.
 * @returns `trackers changed` if the set of trackers changed since: match again
 */
export async function writeArrival(
  tx: Transaction,
  arrival: Arrival,
): Promise<'written' | 'trackers changed'> {
  const { projectId, revision } = arrival
  // Anyone who creates or changes a tracker waits for this transaction, and then finds the text in the backfill.
  const set = await tx
    .selectFrom('projects')
    .select('trackerRevision')
    .where('id', '=', projectId)
    .forShare()
    .executeTakeFirst()
  if (set?.trackerRevision !== revision) return 'trackers changed'
  await reconcile(tx, [arrival])
  return 'written'
}

/** Removes all mentions in these sources. The caller has locked their rows FOR UPDATE, and commits right after. */
export async function removeMentions(tx: Transaction, sourceIds: string[]): Promise<void> {
  const statement = sql`delete from mentions where source_id = any(${sourceIds}::uuid[])`
  await change(tx, await sizesIn(tx, sourceIds), statement)
}

/**
 * Moves the mentions of a source to its current day, after a change of `occurred_at`. The caller has locked the source's
 * row, and commits right after.
 */
export async function moveMentions(tx: Transaction, sourceId: string): Promise<void> {
  const day = (await daysOf(tx, [sourceId])).get(sourceId)
  const moving = (await sizesIn(tx, [sourceId])).filter((size) => size.day !== day)
  const statement = sql`update mentions set day = ${day}::date where source_id = ${sourceId}::uuid and day <> ${day}::date`
  await change(tx, moving, statement, day)
}

/** Runs a statement on all mentions of these sizes, and counts its effect. @param day their new day; undefined if they are deleted */
async function change(
  tx: Transaction,
  sizes: Size[],
  statement: RawBuilder<unknown>,
  day?: string,
): Promise<void> {
  if (sizes.length === 0) return
  const changes = new Changes()
  for (const size of sizes) {
    changes.countBefore(size, size.mentions)
    if (day !== undefined) changes.countAfter({ ...size, day }, size.mentions)
  }
  const lastSeqs = await lockCounters(tx, [...new Set(sizes.map(({ trackerId }) => trackerId))])
  await statement.execute(tx)
  await updateCounters(tx, lastSeqs, changes.result())
}
