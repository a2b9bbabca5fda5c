import assert from 'node:assert/strict'
import type { Segment, SourceErrorCode } from '#rules/source-text'
import { type ContentLimits, type Extracted, ExtractionError, type Foreign } from '../extracted.ts'
import { read } from '../read.ts'
import { assertHolds } from './holds.ts'

export const limits: ContentLimits = { textChars: 20_000_000, segments: 200_000, unpackedBytes: 50 * 2 ** 20 }

/** Creates a file as sent by a browser that does not know its type. */
export function file(
  filename: string,
  content: string | Uint8Array,
  mimeType = 'application/octet-stream',
): Foreign {
  return {
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
    filename,
    mimeType,
    kind: null,
  }
}

/** Reads in this process. */
export async function readFile(...given: Parameters<typeof file>): Promise<Extracted> {
  return holding(await read(file(...given), limits))
}

/** Reads text that came as JSON. */
export async function readGiven(kind: 'text' | 'transcript', text: string): Promise<Extracted> {
  return holding(
    await read({ bytes: Buffer.from(text), filename: null, mimeType: 'text/plain', kind }, limits),
  )
}

function holding(extracted: Extracted): Extracted {
  assertHolds(extracted)
  return extracted
}

/** Returns the segments as `[kind, text]`, with other fields in between. */
export function parts({ text, segments }: Extracted, ...also: (keyof Segment)[]): unknown[][] {
  return segments.map((one) => [one.kind, ...also.map((key) => one[key]), text.slice(one.start, one.end)])
}

export async function assertFails(
  reading: Promise<unknown>,
  code: SourceErrorCode,
  message?: RegExp,
): Promise<void> {
  await assert.rejects(reading, (error) => {
    assert.ok(error instanceof ExtractionError, String(error))
    assert.equal(error.code, code, error.message)
    if (message) assert.match(error.message, message)
    return true
  })
}
