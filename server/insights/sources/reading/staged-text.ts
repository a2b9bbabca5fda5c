import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Reader } from '#database'
import type { ArrivingText } from '#engines/extraction'
import type { TextPart } from '#engines/language'
import { Moves, replaceInPart } from '#engines/pseudonyms'
import type { ProjectNames } from '../../library/names.ts'
import type { PartKey } from '../../library/texts.ts'
import { indexLanguage } from '../search/language.ts'
import { passagesOf, speakersOf } from '../search/passages.ts'
import type { Reading } from './claim.ts'
import { decideLanguages, type ReadText } from './language.ts'
import type { Original } from './original.ts'

/** A text that was read and is not its source's yet. */
export interface StagedText extends ReadText, Pick<ArrivingText, 'kind' | 'mimeType'> {
  /** The id of the run. */
  reading: string
  /** The numbers of its parts, and of its passages. */
  parts: number
  passages: number
  /** All parts of a short text, which the database does not have yet; none of a long one. */
  held: TextPart[]
  names: ProjectNames | null
  /** Where its places were moved to because names were replaced. */
  moves: Moves
  /** What takes the place of the original; undefined if that is kept. */
  original?: Original
}

/** Of a text that is held in memory, in UTF-16 units. */
const mostHeld = 64_000
/** To write in one statement: the embedded database does one thing at a time. */
const writtenAtOnce = 20_000
/** Passages to index before other work has its turn. */
const indexedAtOnce = 5

/**
 * Receives a text, and replaces names in it. A long one is written part by part; searches find it once it is the source's.
 * @returns null if the run was overtaken
 */
export async function stageText(
  db: Database,
  run: Reading,
  names: ProjectNames | null,
  { parts, language: recognizedLanguage, ...recognized }: ArrivingText,
  signal: AbortSignal,
): Promise<StagedText | null> {
  const { sourceId, id: reading } = run
  const text: StagedText = {
    ...recognized,
    ...{ sourceId, reading, run, recognizedLanguage, language: null, parts: 0, passages: 0, held: [] },
    ...{ names, moves: new Moves() },
  }
  const isLong = text.textChars > mostHeld
  if (isLong) await decideLanguages(db.reader, [text])
  let end = 0
  for await (const arrived of parts) {
    signal.throwIfAborted()
    text.parts++
    const part = names ? await withoutNames(arrived, names, end, text.moves) : arrived
    end = part.start + part.text.length
    if (!isLong) text.held.push(part)
    else if (!(await writeRows(db.reader, await rowsOf([{ text, part }])))) return null
  }
  text.textChars = end
  return text
}

/** Replaces names in a part, which begins at `start` in the new text, and adds them to `moves`. Lets other work have its turn. */
async function withoutNames(
  arrived: TextPart,
  { pseudonyms }: ProjectNames,
  start: number,
  moves: Moves,
): Promise<TextPart> {
  await turn()
  const { part, found } = replaceInPart(arrived, pseudonyms, start - arrived.start)
  for (const one of found) moves.add(one)
  return part
}

/** Writes short texts whose languages are decided. */
export async function writeHeld(db: Database, texts: StagedText[], signal: AbortSignal): Promise<void> {
  let pieces: Piece[] = []
  let chars = 0
  for (const text of texts) {
    for (const part of text.held) {
      pieces.push({ text, part })
      chars += part.text.length
      if (chars >= writtenAtOnce) await write()
    }
  }
  await write()

  async function write(): Promise<void> {
    signal.throwIfAborted()
    await writeRows(db.reader, await rowsOf(pieces))
    pieces = []
    chars = 0
  }
}

interface Piece {
  text: StagedText
  part: TextPart
}

interface TextRows {
  parts: (TextPart & PartKey)[]
  passages: (PartKey & {
    start: number
    end: number
    text: string
    segments: [start: number, end: number, speaker: string | null, startMs: number | null][]
    configuration: string
    words: string
  })[]
}

/** Returns the rows of parts, and of their passages as the search finds them. */
async function rowsOf(pieces: Piece[]): Promise<TextRows> {
  // Loaded late, because stemmers take memory.
  const { vectorOf } = await import('../search/vector.ts')
  const rows: TextRows = { parts: [], passages: [] }
  for (const { text: whole, part } of pieces) {
    const { sourceId, reading, run } = whole
    const language = indexLanguage(whole.language)
    rows.parts.push({ ...part, sourceId, reading })
    for (const { start, end, segments } of passagesOf(part)) {
      const text = part.text.slice(start - part.start, end - part.start)
      rows.passages.push({
        sourceId,
        reading,
        number: ++whole.passages,
        start,
        end,
        text,
        segments: segments.map(({ start, end, speaker, startMs }) => [start, end, speaker, startMs]),
        configuration: language ?? '',
        words: vectorOf(text, { projectId: run.projectId, language, speakers: speakersOf(segments) }),
      })
      if (rows.passages.length % indexedAtOnce === 0) await turn()
    }
  }
  return rows
}

/** Writes the rows of those runs that no other has superseded. @returns false if one has been */
async function writeRows(reader: Reader, { parts, passages }: TextRows): Promise<boolean> {
  if (parts.length === 0) return true
  const { numAffectedRows } = await sql`
    insert into source_text_parts (source_id, reading, number, start_offset, end_offset, text, segments)
    select source_id, reading, number, start_offset, end_offset, text, segments
    from unnest(
      ${parts.map(({ sourceId }) => sourceId)}::uuid[],
      ${parts.map(({ reading }) => reading)}::uuid[],
      ${parts.map(({ number }) => number)}::integer[],
      ${parts.map(({ start }) => start)}::integer[],
      ${parts.map(({ start, text }) => start + text.length)}::integer[],
      ${parts.map(({ text }) => text)}::text[],
      ${parts.map(({ segments }) => JSON.stringify(segments))}::jsonb[]
    ) as part (source_id, reading, number, start_offset, end_offset, text, segments)
    where ${isCurrent}`.execute(reader)
  await sql`
    insert into source_passages
      (source_id, reading, number, start_offset, end_offset, text, segments, configuration, words)
    select source_id, reading, number, start_offset, end_offset, text, segments, configuration, words
    from unnest(
      ${passages.map(({ sourceId }) => sourceId)}::uuid[],
      ${passages.map(({ reading }) => reading)}::uuid[],
      ${passages.map(({ number }) => number)}::integer[],
      ${passages.map(({ start }) => start)}::integer[],
      ${passages.map(({ end }) => end)}::integer[],
      ${passages.map(({ text }) => text)}::text[],
      ${passages.map(({ segments }) => JSON.stringify(segments))}::jsonb[],
      ${passages.map(({ configuration }) => configuration)}::text[],
      ${passages.map(({ words }) => words)}::tsvector[]
    ) as part (source_id, reading, number, start_offset, end_offset, text, segments, configuration, words)
    where ${isCurrent}`.execute(reader)
  return numAffectedRows === BigInt(parts.length)
}

const isCurrent = sql`exists (select from sources where id = part.source_id and sources.reading = part.reading)`
