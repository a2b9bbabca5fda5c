import { sql } from 'kysely'
import type { Database, Transaction } from '#database'
import type { Matcher } from '../../matching/matcher.ts'
import { matchArrival, moveWithin, type Renamed, writeArrival } from '../../mentions/index.ts'
import { lockOwn } from './claim.ts'
import { writeOriginals } from './original.ts'
import type { StagedText } from './staged-text.ts'

/**
 * Gives sources of a project their new texts and mentions, and makes them ready, in one short transaction.
 * @returns those that are ready, and not the ones whose runs were overtaken; `trackers changed` since the texts were matched:
 * try again
 */
export async function finish(
  db: Database,
  matcher: Matcher,
  texts: StagedText[],
  signal: AbortSignal,
): Promise<StagedText[] | 'trackers changed'> {
  const { projectId } = texts[0]!.run
  const arrival = await matchArrival(db, matcher, { projectId, texts }, signal)
  try {
    return await db.transaction(async (tx) => {
      for (const { original } of texts) await original?.confirm(tx)
      const sourceIds = texts.map(({ sourceId }) => sourceId)
      const own = await lockOwn(tx, sourceIds)
      const isOwn = ({ reading }: { reading: string }) => own.has(reading)
      const ready = texts.filter(isOwn)
      if (ready.length === 0) return ready
      // Adding names changes the set of trackers, too: it cannot happen after this is read and before the mentions are written.
      if (ready.some(({ reading, names }) => own.get(reading) !== (names?.revision ?? 0)))
        throw new Error('Names were added to the project while its source was read.')
      await moveWithin(tx, renamedAgain(ready), () => makeReady(tx, ready))
      await writeOriginals(tx, ready)
      // Trackers may be limited to some kinds.
      const written = await writeArrival(tx, { ...arrival, texts: arrival.texts.filter(isOwn) })
      if (written === 'trackers changed') throw new TrackersChanged()
      return ready
    })
  } catch (error) {
    if (error instanceof TrackersChanged) return 'trackers changed'
    throw error
  }
}

/** Returns those texts in which the sources' present texts had names. */
const renamedAgain = (texts: StagedText[]): Renamed[] =>
  texts.flatMap(({ sourceId, run, names, moves }) =>
    run.present && names && !moves.isEmpty ? [{ sourceId, moves, names: names.pseudonyms }] : [],
  )

class TrackersChanged extends Error {}

async function makeReady(tx: Transaction, texts: StagedText[]): Promise<void> {
  await tx
    .insertInto('sourceTexts')
    .values(
      texts.map(({ sourceId, reading, parts, run }) => ({
        sourceId,
        reading,
        parts,
        contentRevision: run.contentRevision,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('sourceId').doUpdateSet(({ ref }) => ({
        contentRevision: ref('excluded.contentRevision'),
        reading: ref('excluded.reading'),
        parts: ref('excluded.parts'),
      })),
    )
    .execute()
  await sql`
    update sources set status = 'ready', reading = null, rematch = false, updated_at = now(),
      kind = coalesce(text.kind, sources.kind), mime_type = coalesce(text.mime_type, sources.mime_type),
      language = text.language, text_chars = text.text_chars, names_revision = text.names_revision
    from unnest(
      ${texts.map(({ sourceId }) => sourceId)}::uuid[],
      ${texts.map(({ run, kind }) => ifFile(run, kind))}::text[],
      ${texts.map(({ run, mimeType }) => ifFile(run, mimeType))}::text[],
      ${texts.map(({ language }) => language)}::text[],
      ${texts.map(({ textChars }) => textChars)}::integer[],
      ${texts.map(({ names }) => names?.revision ?? 0)}::integer[]
    ) as text (source_id, kind, mime_type, language, text_chars, names_revision)
    where sources.id = text.source_id`.execute(tx)
}

/** The sender of JSON text has set its kind. */
const ifFile = ({ filename }: StagedText['run'], recognized: string): string | null =>
  filename === null ? null : recognized
