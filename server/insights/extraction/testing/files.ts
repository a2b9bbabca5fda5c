import assert from 'node:assert/strict'
import type { Segment, SourceErrorCode } from '#contract'
import { type ContentLimits, type Extracted, ExtractionError, type Foreign } from '../extracted.ts'
import type { Extractor } from '../index.ts'
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

/** Reads in a separate process, and puts the parts of the text together. */
export function extract(extractor: Extractor, { bytes, ...statements }: Foreign): Promise<Extracted> {
  const stored = { ...statements, bytes: bytes.length, open: async () => inChunks(bytes) }
  return extractor.extract(stored, async ({ parts, textChars, short: _, ...recognized }) => {
    const all = await Array.fromAsync(parts)
    const text = all.map((part) => part.text).join('')
    assert.equal(text.length, textChars)
    return { ...recognized, text, segments: all.flatMap(({ segments }) => segments) }
  })
}

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
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
