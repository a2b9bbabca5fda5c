import assert from 'node:assert/strict'
import type { Extracted, Foreign } from '../../../../../engines/extraction/extracted.ts'
import type { Extractor } from '../extractor.ts'

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
