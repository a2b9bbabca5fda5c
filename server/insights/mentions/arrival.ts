import type { Database, Transaction } from '#database'
import type { TextPart } from '#engines/language'
import type { FoundList, TrackerSet } from '#engines/matching'
import { partsIn, type Reading, readParts } from '../library/texts.ts'
import type { Matcher } from '../matching/matcher.ts'
import type { MatchedText } from './evidence.ts'
import { reconcile } from './reconcile.ts'
import { trackersOf } from './tracker-set.ts'

/** Texts that are about to become those of sources of a project. */
export interface NewTexts {
  projectId: string
  /** `held` are the parts of a text that the database does not have yet. */
  texts: (Reading & { language: MatchedText['language']; held?: TextPart[] })[]
}

/** What the trackers of a project find in new texts. */
export interface Arrival {
  projectId: string
  texts: MatchedText[]
  /** The trackers that were matched, and the revision of this set. */
  trackers: TrackerSet['trackers']
  revision: number
}

/** Matches new texts with all trackers of their project, outside any transaction. */
export async function matchArrival(
  db: Database,
  matcher: Matcher,
  { projectId, texts }: NewTexts,
  signal?: AbortSignal,
): Promise<Arrival> {
  const set = await trackersOf(db, matcher, projectId)
  const { trackers, revision } = set
  const matched: MatchedText[] = []
  for (const { held = [], language, ...text } of texts) {
    const parts = held.length > 0 ? held : readParts(db.reader, partsIn(text))
    const found =
      trackers.length > 0
        ? await matcher.match({ parts, language }, set, signal)
        : new Map<string, FoundList>()
    const { sourceId, reading } = text
    matched.push({ sourceId, reading, language, found })
  }
  return { projectId, texts: matched, trackers, revision }
}

/**
 * Writes the mentions of sources whose new texts were matched. The caller has locked the sources' rows FOR UPDATE, and
 * commits right after: the trackers' counters are locked until then.
 * @returns `trackers changed` if the set of trackers changed since: match again
 */
export async function writeArrival(
  tx: Transaction,
  arrival: Arrival,
): Promise<'written' | 'trackers changed'> {
  const { projectId, texts, trackers, revision } = arrival
  // Anyone who creates or changes a tracker waits for this transaction, and then finds the texts in the backfill.
  const set = await tx
    .selectFrom('projects')
    .select('trackerRevision')
    .where('id', '=', projectId)
    .forShare()
    .executeTakeFirst()
  if (set?.trackerRevision !== revision) return 'trackers changed'
  await reconcile(tx, texts, trackers)
  return 'written'
}
