import { sql } from 'kysely'
import type { Segment } from '#contract'
import type { Reader } from '#database'
import type { SourceText } from '#engines/summaries'
import type { Claimed } from './runs/attempt.ts'

/** Limits of a run. The oldest sources are left out, and the output states how many. */
const sourcesAtMost = 10_000
const charsAtMost = 20_000_000
const charsOfOneAtMost = 2_000_000

const batchChars = 500_000
const batchSources = 50

export interface Selection {
  sources: { id: string; textChars: number }[]
  /** Including those left out because there is too much text. */
  total: number
}

type Selecting = Pick<Claimed, 'projectId' | 'createdAt' | 'input'>

/** Selects the sources of a run, the newest first. Those added later would change what an interrupted run has read. */
export async function selectSources(
  tx: Reader,
  { projectId, createdAt, input: { sourceIds, tag, from, to } }: Selecting,
): Promise<Selection> {
  const day = sql<string>`(coalesce(occurred_at, created_at) at time zone 'UTC')::date`
  let query = tx
    .selectFrom('sources')
    .select(['id', 'textChars', sql<number>`count(*) over ()`.as('total')])
    .where('projectId', '=', projectId)
    .where('status', '=', 'ready')
    .where('createdAt', '<=', createdAt)
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

/** Reads sources, with several short texts or one long text in memory at a time. Skips deleted ones. */
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
    .innerJoin('sourceTextParts as part', (join) =>
      join.onRef('part.sourceId', '=', 'sources.id').onRef('part.reading', '=', 'sourceTexts.reading'),
    )
    .select([
      'id',
      'title',
      'author',
      'language',
      'occurredAt as date',
      sql<string>`coalesce(occurred_at, created_at)`.as('occurredAt'),
      'sourceTexts.reading',
      'part.text',
      'part.segments',
    ])
    .where('sources.id', 'in', ids)
    .where('part.startOffset', '<', charsOfOneAtMost)
    .orderBy('part.number')
    .execute()
  return Array.from(Map.groupBy(rows, ({ id }) => id).values(), (parts) => {
    const text = parts
      .map((part) => part.text)
      .join('')
      .slice(0, charsOfOneAtMost)
    const segments = parts.flatMap((part) => part.segments as unknown as Segment[])
    return { ...parts[0]!, text, segments: segments.filter(({ end }) => end <= text.length) }
  })
}
