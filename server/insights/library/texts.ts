import { sql } from 'kysely'
import type { Reader, Transaction } from '#database'
import type { TextPart } from '#engines/language'

const sourcesAtOnce = 50
/** UTF-16 units of text of the sources of a batch; a single longer text is a batch, too. */
const charsAtOnce = 1_000_000
/** How many parts to hold in memory. */
const partsAtOnce = 50
/** Sources whose parts around places to read in one statement. */
const aroundAtOnce = 100

/** A version of a source's text. */
export interface Reading {
  sourceId: string
  /** The run of the job that read it. */
  reading: string
  /** How many parts it has. */
  parts: number
}

/** A part of a reading. */
export interface PartKey extends Omit<Reading, 'parts'> {
  number: number
}

/** Returns the keys of all parts of a reading. */
export const partsIn = ({ sourceId, reading, parts }: Reading): PartKey[] =>
  Array.from({ length: parts }, (_, n) => ({ sourceId, reading, number: n + 1 }))

/** Reads parts in this order, some at a time. Skips those that no longer exist. */
export async function* readParts(
  reader: Reader,
  keys: PartKey[],
): AsyncGenerator<TextPart & { sourceId: string }> {
  for (let n = 0; n < keys.length; n += partsAtOnce) {
    const some = keys.slice(n, n + partsAtOnce)
    const { rows } = await sql<TextPart & { sourceId: string }>`
      select source_id, number, start_offset as start, text, segments
      from unnest(
        ${some.map(({ sourceId }) => sourceId)}::uuid[],
        ${some.map(({ reading }) => reading)}::uuid[],
        ${some.map(({ number }) => number)}::integer[]
      ) with ordinality as wanted (source_id, reading, number, place)
      join source_text_parts using (source_id, reading, number) order by place`.execute(reader)
    yield* rows
  }
}

/** A place in a source's current text. */
export interface Place {
  sourceId: string
  start: number
  end: number
}

/** Parts of a source's current text, and what they are from. */
export interface Around {
  sourceId: string
  /** Undefined without such parts. */
  reading: string | undefined
  parts: Pick<TextPart, 'start' | 'text' | 'segments'>[]
  author: string | null
  /** When it was said, written or else uploaded. */
  occurredAt: string | null
}

/** Reads the parts of current texts that contain these places, source by source, for a hundred sources in a statement. */
export async function* readAround(reader: Reader, places: Place[]): AsyncGenerator<Around> {
  const bySource = [...Map.groupBy(places, ({ sourceId }) => sourceId)]
  for (let n = 0; n < bySource.length; n += aroundAtOnce) {
    const some = bySource.slice(n, n + aroundAtOnce)
    const wanted = some.flatMap(([, places]) => places)
    const { rows } = await sql<Around['parts'][number] & Omit<Around, 'parts'>>`
      with around as (
        select distinct source_id, part.reading, part.number
        from unnest(
          ${wanted.map(({ sourceId }) => sourceId)}::uuid[],
          ${wanted.map(({ start }) => start)}::integer[],
          ${wanted.map(({ end }) => end)}::integer[]
        ) as place (source_id, start, "end")
        join source_texts using (source_id)
        join source_text_parts part using (source_id, reading)
        where part.start_offset < place."end" and part.end_offset > place.start
      )
      select source_id, around.reading, start_offset as start, text, segments, author,
        coalesce(occurred_at, created_at) as occurred_at
      from around join source_text_parts using (source_id, reading, number) join sources on sources.id = source_id
      order by source_id, number`.execute(reader)
    const found = Map.groupBy(rows, ({ sourceId }) => sourceId)
    for (const [sourceId] of some) {
      const parts = found.get(sourceId) ?? []
      const { reading, author = null, occurredAt = null } = parts[0] ?? {}
      yield { sourceId, reading, parts, author, occurredAt }
    }
  }
}

/** A part of a project's sources, in the order of their ids; both ends are optional. */
export interface TextRange {
  /** Exclusive. */
  after?: string | null
  /** Inclusive. */
  until?: string | null
  order?: 'asc' | 'desc'
}

/**
 * Finds the next texts of a project: several short ones, or a long one.
 * @returns `texts`, to be read one after the other, and `last`: the last of these sources, or null at the end
 */
export async function readBatch(
  reader: Reader,
  projectId: string,
  { after = null, until = null, order = 'asc' }: TextRange,
) {
  const next = await reader
    .selectFrom('sources')
    .innerJoin('sourceTexts', 'sourceTexts.sourceId', 'sources.id')
    .select(['sourceId', 'title', 'language', 'textChars', 'sourceTexts.reading', 'parts'])
    .select(['kind', 'tags', 'author', 'rematch'])
    .select(sql<string>`(coalesce(occurred_at, sources.created_at) at time zone 'UTC')::date`.as('day'))
    .select(({ fn }) => fn.coalesce('sources.occurredAt', 'sources.createdAt').as('occurredAt'))
    .where('sources.projectId', '=', projectId)
    .$if(after !== null, (query) => query.where('sources.id', order === 'asc' ? '>' : '<', after))
    .$if(until !== null, (query) => query.where('sources.id', '<=', until))
    .orderBy('sources.id', order)
    .limit(sourcesAtOnce)
    .execute()
  let left = charsAtOnce
  const fitting = next.filter(({ textChars }, n) => {
    left -= textChars ?? 0
    return n === 0 || left >= 0
  })
  return { texts: textsOf(reader, fitting), last: fitting.at(-1)?.sourceId ?? null }
}

/** Reads all texts of a project, one after the other. */
export async function* eachText(reader: Reader, projectId: string, order: 'asc' | 'desc' = 'asc') {
  for (let after: string | null = null; ; ) {
    const { texts, last } = await readBatch(reader, projectId, { after, order })
    if (last === null) return
    yield* texts
    after = last
  }
}

/** Reads the parts of all texts together. Those of a text can be read until the next text is asked for. */
async function* textsOf<Text extends Reading>(reader: Reader, texts: Text[]) {
  const all = readParts(reader, texts.flatMap(partsIn))
  let next = await all.next()
  async function* partsOf(sourceId: string): AsyncGenerator<TextPart> {
    while (!next.done && next.value.sourceId === sourceId) {
      yield next.value
      next = await all.next()
    }
  }
  for (const text of texts) {
    yield { text, parts: partsOf(text.sourceId) }
    for await (const _ of partsOf(text.sourceId));
  }
}

/** Locks these sources until the transaction ends, and returns the current version of the text of each that has one. */
export async function lockReadings(tx: Transaction, sourceIds: string[]): Promise<Map<string, string>> {
  if (sourceIds.length === 0) return new Map()
  await tx.selectFrom('sources').select('id').where('id', 'in', sourceIds).orderBy('id').forShare().execute()
  const rows = await tx
    .selectFrom('sourceTexts')
    .select(['sourceId', 'reading'])
    .where('sourceId', 'in', sourceIds)
    .execute()
  return new Map(rows.map(({ sourceId, reading }) => [sourceId, reading]))
}
