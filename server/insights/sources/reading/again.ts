import type { Reader } from '#database'
import type { ArrivingText } from '#engines/extraction'
import { partsIn, readParts } from '../../library/texts.ts'
import type { PresentText, Reading } from './claim.ts'

/** Reads the present text of a source as if it arrived, in the language that it has. */
export const arrivingAgain = (
  reader: Reader,
  { sourceId, mimeType }: Reading,
  { reading, parts, textChars, kind, language }: PresentText,
): ArrivingText => ({
  parts: readParts(reader, partsIn({ sourceId, reading, parts })),
  textChars,
  kind,
  mimeType,
  language,
  short: null,
})
