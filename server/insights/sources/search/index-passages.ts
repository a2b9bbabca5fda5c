import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#database'
import type { Job } from '#platform'
import { indexLanguage } from './language.ts'
import { speakersOf } from './passages.ts'

/** Keeps statements short: the embedded database does one thing at a time. */
const atOnce = 20

interface Outdated {
  sourceId: string
  reading: string
  projectId: string
  language: string | null
}

/**
 * Indexes the passages of texts whose words are those of an earlier version of Aerie, one source after the other. A run
 * that was interrupted begins again with its last source; two that work simultaneously write the same.
 */
export const indexPassages: Job = {
  name: 'sources.index_passages',
  schedule: '* * * * *',
  timeLimitSeconds: 6 * 3600,
  async run({ db, signal }) {
    for (let last: string | null = null; ; ) {
      const next = await nextAfter(db, last)
      if (!next) return
      await indexAgain(db, next, signal)
      last = next.sourceId
    }
  },
}

async function nextAfter({ reader }: Database, last: string | null): Promise<Outdated | undefined> {
  return reader
    .selectFrom('sourceTexts')
    .innerJoin('sources', 'sources.id', 'sourceId')
    .select(['sourceId', 'sourceTexts.reading', 'projectId', 'language'])
    .where('indexed', 'is distinct from', sql.ref<string>('source_texts.reading'))
    .$if(last !== null, (query) => query.where('sourceId', '>', last!))
    .orderBy('sourceId')
    .limit(1)
    .executeTakeFirst()
}

async function indexAgain(db: Database, source: Outdated, signal: AbortSignal): Promise<void> {
  const { sourceId, reading, projectId } = source
  const language = indexLanguage(source.language)
  const { vectorOf } = await import('./vector.ts')
  for (let last: number | undefined = 0; last !== undefined; ) {
    signal.throwIfAborted()
    last = await indexNext(last)
    await turn()
  }
  await db.reader
    .updateTable('sourceTexts')
    .set({ indexed: reading })
    .where('sourceId', '=', sourceId)
    .where('reading', '=', reading)
    .execute()

  /** Returns the number of the last passage; undefined at the end. */
  async function indexNext(after: number): Promise<number | undefined> {
    const passages = await db.reader
      .selectFrom('sourcePassages')
      .select(['number', 'text', 'segments'])
      .where('sourceId', '=', sourceId)
      .where('reading', '=', reading)
      .where('number', '>', after)
      .orderBy('number')
      .limit(atOnce)
      .execute()
    const words = passages.map(({ text, segments }) =>
      vectorOf(text, { projectId, language, speakers: speakersOf(namedIn(segments)) }),
    )
    await sql`
      update source_passages set configuration = ${language ?? ''}, words = passage.words
      from unnest(${passages.map(({ number }) => number)}::integer[], ${words}::tsvector[]) as passage (number, words)
      where source_id = ${sourceId}::uuid and reading = ${reading}::uuid
        and source_passages.number = passage.number`.execute(db.reader)
    return passages.at(-1)?.number
  }
}

/** The segments of a stored passage are tuples: start, end, speaker, start in the recording. */
const namedIn = (segments: unknown) =>
  (segments as [number, number, string | null, number | null][]).map(([, , speaker]) => ({ speaker }))
