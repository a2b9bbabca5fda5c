import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#platform'
import type { Extracted } from '../../extraction/index.ts'
import { type Passage, passagesOf } from '../search/passages.ts'
import { configurationOf, indexedWords, projectWord } from '../search/words.ts'
import type { Reading } from './claim.ts'

/** Keeps statements short: the embedded database does one thing at a time. */
const atOnce = 20

/** Writes the passages of a text; searches find them once the text is the source's. @returns false if overtaken */
export async function stagePassages(
  db: Database,
  reading: Reading,
  { text, segments, language }: Extracted,
  signal: AbortSignal,
): Promise<boolean> {
  const configuration = configurationOf(language)
  let batch: Passage[] = []
  let number = 0
  for (const passage of passagesOf(text, segments)) {
    batch.push(passage)
    if (batch.length < atOnce) continue
    signal.throwIfAborted()
    if (!(await write())) return false
    await turn()
  }
  return batch.length === 0 || write()

  async function write(): Promise<boolean> {
    const passages = batch
    const from = number
    batch = []
    number += passages.length
    const { numAffectedRows } = await sql`
      insert into source_passages
        (source_id, reading, number, start_offset, end_offset, text, segments, configuration, words)
      select ${reading.sourceId}::uuid, ${reading.id}::uuid, ${from} + number, start_offset, end_offset, passage,
        segments, ${configuration}, to_tsvector(${configuration}::regconfig, words)
          || array_to_tsvector(array[${projectWord(reading.projectId, configuration)}])
      from unnest(
        ${passages.map(({ start }) => start)}::integer[],
        ${passages.map(({ end }) => end)}::integer[],
        ${passages.map(({ start, end }) => text.slice(start, end))}::text[],
        ${passages.map((passage) => JSON.stringify(placesIn(passage)))}::jsonb[],
        ${passages.map(({ start, end }) => indexedWords(text.slice(start, end)).join(' '))}::text[]
      ) with ordinality as passage (start_offset, end_offset, passage, segments, words, number)
      where exists (select from sources where id = ${reading.sourceId}::uuid and reading = ${reading.id}::uuid)
    `.execute(db.reader)
    return Boolean(numAffectedRows)
  }
}

const placesIn = ({ segments }: Passage) =>
  segments.map(({ start, end, speaker, startMs }) => [start, end, speaker, startMs])
