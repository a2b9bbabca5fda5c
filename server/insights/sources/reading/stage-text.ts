import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#database'
import type { ArrivingText } from '#engines/extraction'
import type { TextPart } from '#engines/language'
import { indexLanguage } from '../search/language.ts'
import { type Passage, passagesOf, speakersOf } from '../search/passages.ts'
import type { Reading } from './claim.ts'
import { decideLanguage } from './language.ts'

/** A text in the database that is not the source's yet. */
export interface StagedText extends Omit<ArrivingText, 'parts' | 'short'> {
  /** The number of parts. */
  parts: number
}

/** Keeps statements short: the embedded database does one thing at a time. */
const atOnce = 20

/**
 * Writes a text part by part, and its passages; searches find them once the text is the source's.
 * @returns null if the run was overtaken
 */
export async function stageText(
  db: Database,
  reading: Reading,
  { parts, short, language: recognizedLanguage, ...recognized }: ArrivingText,
  signal: AbortSignal,
): Promise<StagedText | null> {
  // Loaded late, because stemmers take memory.
  const { vectorOf } = await import('../search/vector.ts')
  const { projectId } = reading
  const language = await decideLanguage(db.reader, reading, { language: recognizedLanguage, short })
  const stems = indexLanguage(language)
  let [partsWritten, passagesWritten] = [0, 0]
  for await (const part of parts) {
    signal.throwIfAborted()
    if (!(await writePart(part))) return null
    const passages = [...passagesOf(part)]
    for (let n = 0; n < passages.length; n += atOnce) {
      signal.throwIfAborted()
      if (!(await writePassages(part, passages.slice(n, n + atOnce)))) return null
      await turn()
    }
    partsWritten++
  }
  return { ...recognized, language, parts: partsWritten }

  async function writePart({ number, start, text, segments }: TextPart): Promise<boolean> {
    const { numAffectedRows } = await sql`
      insert into source_text_parts (source_id, reading, number, start_offset, end_offset, text, segments)
      select ${reading.sourceId}::uuid, ${reading.id}::uuid, ${number}, ${start}, ${start + text.length}, ${text},
        ${JSON.stringify(segments)}::jsonb
      where ${isCurrent(reading)}`.execute(db.reader)
    return Boolean(numAffectedRows)
  }

  async function writePassages({ start: partStart, text }: TextPart, passages: Passage[]): Promise<boolean> {
    const from = passagesWritten
    passagesWritten += passages.length
    const texts = passages.map(({ start, end }) => text.slice(start - partStart, end - partStart))
    const { numAffectedRows } = await sql`
      insert into source_passages
        (source_id, reading, number, start_offset, end_offset, text, segments, configuration, words)
      select ${reading.sourceId}::uuid, ${reading.id}::uuid, ${from} + number, start_offset, end_offset, passage,
        segments, ${stems ?? ''}, words
      from unnest(
        ${passages.map(({ start }) => start)}::integer[],
        ${passages.map(({ end }) => end)}::integer[],
        ${texts}::text[],
        ${passages.map((passage) => JSON.stringify(placesIn(passage)))}::jsonb[],
        ${texts.map((text, n) => vectorOf(text, { projectId, language: stems, speakers: speakersOf(passages[n]!.segments) }))}::tsvector[]
      ) with ordinality as passage (start_offset, end_offset, passage, segments, words, number)
      where ${isCurrent(reading)}`.execute(db.reader)
    return Boolean(numAffectedRows)
  }
}

const isCurrent = ({ sourceId, id }: Reading) =>
  sql`exists (select from sources where id = ${sourceId}::uuid and reading = ${id}::uuid)`

const placesIn = ({ segments }: Passage) =>
  segments.map(({ start, end, speaker, startMs }) => [start, end, speaker, startMs])
