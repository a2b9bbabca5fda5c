import { sql } from 'kysely'
import type { Segment, SkillInput } from '#contract'
import type { Reader } from '#platform'

/** What a skill reads at most. What comes after it is left out, the oldest first, and the result says so. */
const sourcesAtMost = 10_000
const charsAtMost = 20_000_000
const charsOfOneAtMost = 2_000_000

/** What is read at once from the database. */
const batchChars = 500_000
const batchSources = 50

/** A source whose text can be read. */
export interface SourceText {
  id: string
  title: string
  language: string | null
  /** When it was said or written; when it came, where that is not known. */
  occurredAt: string
  /** Which text of the source this is. */
  reading: string
  /** Its beginning, where it is very long. */
  text: string
  segments: Pick<Segment, 'start' | 'end' | 'kind' | 'label' | 'speaker'>[]
}

export interface Selection {
  sources: { id: string; textChars: number }[]
  /** How many there are, with those that are left out because there is too much. */
  total: number
}

/** The sources that a run is about, the newest first. */
export async function selectSources(
  tx: Reader,
  projectId: string,
  { sourceIds, tag, from, to }: SkillInput,
): Promise<Selection> {
  const day = sql<string>`(coalesce(occurred_at, created_at) at time zone 'UTC')::date`
  let query = tx
    .selectFrom('sources')
    .select(['id', 'textChars', sql<number>`count(*) over ()`.as('total')])
    .where('projectId', '=', projectId)
    .where('status', '=', 'ready')
    .orderBy(sql`coalesce(occurred_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .limit(sourcesAtMost)
  if (sourceIds) query = query.where('id', 'in', sourceIds)
  if (tag) query = query.where('tags', '@>', sql<string[]>`${[tag]}::text[]`)
  if (from) query = query.where(day, '>=', from)
  if (to) query = query.where(day, '<=', to)

  const rows = await query.execute()
  const sources: Selection['sources'] = []
  let chars = 0
  for (const { id, textChars } of rows) {
    const read = Math.min(textChars ?? 0, charsOfOneAtMost)
    if (chars + read > charsAtMost) break
    chars += read
    sources.push({ id, textChars: read })
  }
  return { sources, total: rows[0]?.total ?? 0 }
}

/** Reads these, one after the other, holding a few short ones or one long one at a time. Those that went are skipped. */
export async function* readSources(tx: Reader, sources: Selection['sources']): AsyncGenerator<SourceText> {
  for (let n = 0; n < sources.length; ) {
    const ids: string[] = []
    for (let chars = 0; n < sources.length && ids.length < batchSources; n++) {
      const { id, textChars } = sources[n]!
      if (ids.length > 0 && chars + textChars > batchChars) break
      ids.push(id)
      chars += textChars
    }
    const texts = new Map((await readTexts(tx, ids)).map((text) => [text.id, text]))
    for (const id of ids) {
      const text = texts.get(id)
      if (text) yield text
    }
  }
}

async function readTexts(tx: Reader, ids: string[]): Promise<SourceText[]> {
  const rows = await tx
    .selectFrom('sources')
    .innerJoin('sourceTexts', 'sourceTexts.sourceId', 'sources.id')
    .select([
      'id',
      'title',
      'language',
      sql<string>`coalesce(occurred_at, created_at)`.as('occurredAt'),
      'sourceTexts.reading',
      // The first so many characters: as many UTF-16 units at least, and offsets into them hold in the whole.
      sql<string>`left(text, ${charsOfOneAtMost})`.as('text'),
      'segments',
    ])
    .where('sources.id', 'in', ids)
    .execute()
  return rows.map((row) => {
    const segments = (row.segments as unknown as Segment[]).filter(({ end }) => end <= row.text.length)
    return { ...row, segments }
  })
}
