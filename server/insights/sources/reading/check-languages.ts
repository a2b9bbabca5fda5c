import { sql } from 'kysely'
import type { Database, Reader } from '#database'
import { type LanguageEvidence, shortChars } from '#engines/language'
import type { Job } from '#platform'
import type { Extractor } from '../extractor/extractor.ts'
import type { ExtractJob } from './extract.ts'
import { decideLanguage } from './language.ts'

interface Unchecked {
  sourceId: string
  projectId: string
  reading: string
  status: string
  contentRevision: number
  statedLanguage: string | null
  language: string | null
  parts: number
}

/** How much is taken from the beginning, middle and end of a text each. */
const sampleChars = 12_000
/** A run of the job that reads a source takes no longer. */
const abandonedAfter = sql.lit('15 minutes')

/**
 * Recognizes the languages of texts again that an earlier version of Aerie recognized, and reads those that were wrong again,
 * which corrects their words for searches, mentions and sentiments. Longer texts come first, because short ones have their
 * languages. A run that was interrupted begins again with its last source; two that work simultaneously write the same.
 */
export const createCheckLanguages = (extractor: Extractor, extract: ExtractJob): Job => ({
  name: 'sources.check_languages',
  schedule: '* * * * *',
  timeLimitSeconds: 6 * 3600,
  async run(context) {
    const { db, signal } = context
    for (const isShort of [false, true]) {
      if (isShort && (await areLongerLeft(db.reader))) return
      let last: string | null = null
      for (let next = await nextAfter(db.reader, last, isShort); next; ) {
        signal.throwIfAborted()
        if (next.status !== 'ready' || !(await isRight(db.reader, extractor, next))) {
          const contentRevision = await beginAgain(db, next)
          if (contentRevision !== null)
            await extract.run(context, { sourceId: next.sourceId, contentRevision })
        } else await markChecked(db, next)
        last = next.sourceId
        next = await nextAfter(db.reader, last, isShort)
      }
    }
  },
})

/** Returns whether another node still reads longer texts, of which short ones have their languages. */
async function areLongerLeft(reader: Reader): Promise<boolean> {
  const left = await unchecked(reader, false)
    .where('status', 'in', ['ready', 'queued', 'extracting'])
    .select('sourceId')
    .limit(1)
    .executeTakeFirst()
  return left !== undefined
}

const unchecked = (reader: Reader, isShort: boolean) =>
  reader
    .selectFrom('sourceTexts')
    .innerJoin('sources', 'sources.id', 'sourceId')
    .where('languageChecked', 'is distinct from', sql.ref<string>('source_texts.reading'))
    .where('textChars', isShort ? '<' : '>=', shortChars)

/** Also returns sources whose text was to be read again when a run was interrupted. */
async function nextAfter(reader: Reader, last: string | null, isShort: boolean) {
  return unchecked(reader, isShort)
    .select(['sourceId', 'sourceTexts.reading', 'parts', 'projectId', 'language', 'statedLanguage'])
    .select(['status', 'sources.contentRevision'])
    .where(sql<boolean>`(status = 'ready'
      or (status in ('queued', 'extracting') and sources.updated_at < now() - ${abandonedAfter}::interval))`)
    .$if(last !== null, (query) => query.where('sourceId', '>', last!))
    .orderBy('sourceId')
    .limit(1)
    .executeTakeFirst()
}

async function isRight(reader: Reader, extractor: Extractor, source: Unchecked): Promise<boolean> {
  if (source.statedLanguage !== null) return true
  const evidence = await evidenceIn(extractor, await sampleOf(reader, source))
  return (await decideLanguage(reader, source, evidence)) === source.language
}

/** Returns a text; of a long one, its beginning, middle and end. */
async function sampleOf(reader: Reader, { sourceId, reading, parts }: Unchecked): Promise<string> {
  const numbers = [...new Set([1, Math.ceil(parts / 2), parts])]
  const { rows } = await sql<{ sample: string }>`
    select case when length(text) <= ${sampleChars * 3} then text
      else left(text, ${sampleChars}) || E'\n' || substr(text, length(text) / 2, ${sampleChars}) || E'\n'
        || right(text, ${sampleChars}) end as sample
    from source_text_parts
    where source_id = ${sourceId}::uuid and reading = ${reading}::uuid and number = any(${numbers}::integer[])
    order by number`.execute(reader)
  return rows.map(({ sample }) => sample).join('\n')
}

/** Recognizes a language in the process that reads files, because that takes memory. */
function evidenceIn(extractor: Extractor, sample: string): Promise<LanguageEvidence> {
  const bytes = Buffer.from(sample)
  const open = async () =>
    (async function* () {
      yield bytes
    })()
  const text = { filename: null, mimeType: 'text/plain', kind: 'text' as const, bytes: bytes.length, open }
  return extractor.extract(text, async ({ parts, language, short }) => {
    for await (const _ of parts);
    return { language, short }
  })
}

/** @returns the revision to read; null if the source has changed meanwhile */
async function beginAgain(db: Database, source: Unchecked): Promise<number | null> {
  if (source.status !== 'ready') return source.contentRevision
  const begun = await db.reader
    .updateTable('sources')
    .set({ status: 'queued', contentRevision: source.contentRevision + 1, updatedAt: sql<string>`now()` })
    .where('id', '=', source.sourceId)
    .where('contentRevision', '=', source.contentRevision)
    .where('status', '=', 'ready')
    .returning('contentRevision')
    .executeTakeFirst()
  return begun?.contentRevision ?? null
}

async function markChecked({ reader }: Database, { sourceId, reading }: Unchecked): Promise<void> {
  await reader
    .updateTable('sourceTexts')
    .set({ languageChecked: reading })
    .where('sourceId', '=', sourceId)
    .where('reading', '=', reading)
    .execute()
}
