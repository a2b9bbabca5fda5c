import type { Database, Transaction } from '#database'
import type { FoundList, TrackerSet } from '#engines/matching'
import { partsIn, type Reading, readParts } from '../library/texts.ts'
import type { Matcher } from '../matching/matcher.ts'
import type { MatchedText } from './evidence.ts'
import { reconcile } from './reconcile.ts'
import { trackersOf } from './tracker-set.ts'

/** A text that is about to become that of a source. */
export interface NewText extends Reading {
  projectId: string
  language: MatchedText['language']
}

/** What the trackers of a project find in a new text. */
export interface Arrival extends MatchedText {
  projectId: string
  /** The trackers that were matched, and the revision of this set. */
  trackers: TrackerSet['trackers']
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
  const { trackers, revision } = set
  return { projectId, sourceId, reading, language, trackers, revision, found }
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
  const { projectId, trackers, revision } = arrival
  // Anyone who creates or changes a tracker waits for this transaction, and then finds the text in the backfill.
  const set = await tx
    .selectFrom('projects')
    .select('trackerRevision')
    .where('id', '=', projectId)
    .forShare()
    .executeTakeFirst()
  if (set?.trackerRevision !== revision) return 'trackers changed'
  await reconcile(tx, [arrival], trackers)
  return 'written'
}
