import type { Segment } from '#contract'
import type { Reader } from '#database'
import { newId } from '#platform'
import { partsOf } from '../../../../engines/language/text-part.ts'
import type { Reading } from '../texts.ts'

/** Gives a source a text, as if it had been read. */
export async function writeText(
  reader: Reader,
  sourceId: string,
  text: string,
  segments: Segment[],
): Promise<Reading> {
  const written = await writeParts(reader, sourceId, text, segments)
  await makeCurrent(reader, written)
  return written
}

/** Writes the parts of a text that is not the source's yet. */
export async function writeParts(
  reader: Reader,
  sourceId: string,
  text: string,
  segments: Segment[],
): Promise<Reading> {
  const reading = newId()
  const parts = [...partsOf(text, segments)]
  await reader
    .insertInto('sourceTextParts')
    .values(
      parts.map(({ number, start, text, segments }) => ({
        sourceId,
        reading,
        number,
        startOffset: start,
        endOffset: start + text.length,
        text,
        segments: JSON.stringify(segments),
      })),
    )
    .execute()
  return { sourceId, reading, parts: parts.length }
}

export async function makeCurrent(reader: Reader, { sourceId, ...written }: Reading): Promise<void> {
  const row = { contentRevision: 1, ...written }
  await reader
    .insertInto('sourceTexts')
    .values({ sourceId, ...row })
    .onConflict((conflict) => conflict.column('sourceId').doUpdateSet(row))
    .execute()
}
