import { sql } from 'kysely'
import type { Reader } from '#database'
import { textBetween } from '#engines/language'
import type { Origin, PlannedPassage } from '#engines/summaries'

/** A part of a source by one speaker, for a model. */
export interface Passage extends Origin {
  sourceId: string
  title: string
  reading: string
  start: number
  text: string
}

/** Of the texts around them, which are longer than they are. */
const atOnce = 100

/** Reads passages in this order. Skips those whose source was deleted or has another text by now. */
export async function readPassages(reader: Reader, planned: PlannedPassage[]): Promise<Passage[]> {
  const passages: Passage[] = []
  for (let n = 0; n < planned.length; n += atOnce)
    passages.push(...(await readSome(reader, planned.slice(n, n + atOnce))))
  return passages
}

async function readSome(reader: Reader, planned: PlannedPassage[]): Promise<Passage[]> {
  const { rows } = await sql<{
    sourceId: string
    reading: string
    title: string
    author: string | null
    date: string | null
    start: number
    text: string
  }>`
    select source_id, part.reading, title, author, occurred_at as date, start_offset as start, text
    from source_texts join source_text_parts part using (source_id, reading) join sources on sources.id = source_id
    where exists (
      select from unnest(
        ${planned.map(({ sourceId }) => sourceId)}::uuid[], ${planned.map(({ reading }) => reading)}::uuid[],
        ${planned.map(({ start }) => start)}::integer[], ${planned.map(({ end }) => end)}::integer[]
      ) as place (source_id, reading, start, "end")
      where place.source_id = part.source_id and place.reading = part.reading
        and part.start_offset < place."end" and part.end_offset > place.start
    ) and source_id = any (${[...new Set(planned.map(({ sourceId }) => sourceId))]}::uuid[])
    order by source_id, number`.execute(reader)
  const bySource = Map.groupBy(rows, ({ sourceId }) => sourceId)
  return planned.flatMap(({ sourceId, reading, start, end, speaker }) => {
    const parts = bySource.get(sourceId) ?? []
    const [first] = parts
    if (first?.reading !== reading) return []
    const { title, author, date } = first
    return { sourceId, reading, title, speaker, author, date, start, text: textBetween(parts, start, end) }
  })
}
