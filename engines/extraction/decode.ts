import { isUtf8 as isValidUtf8 } from 'node:buffer'
import { ExtractionError } from './extracted.ts'
import { clean, latin1 } from './text.ts'

/**
 * Decodes a text file: by its byte order mark, or as UTF-8 if it is valid (other text hardly is by chance), or by
 * `declared`, or by the frequencies of letters.
 * @param declared the encoding that the file itself or its sender states, if any
 * @throws ExtractionError `unreadable` if it is not text
 */
export async function decode(bytes: Uint8Array, declared: string | null = null): Promise<string> {
  const encoding = byMark(bytes) ?? byZeros(bytes) ?? (await byContent(bytes, declared))
  const text = new TextDecoder(encoding).decode(bytes)
  refuseBinary(text)
  return clean(text)
}

function byMark([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return null
}

/** Recognizes UTF-16 without a mark: every other byte is zero in Latin script, and of spaces in others. */
function byZeros(bytes: Uint8Array): string | null {
  const sample = Math.min(bytes.length, 65_536) & ~1
  const zeros = [0, 0]
  for (let at = 0; at < sample; at++) if (bytes[at] === 0) zeros[at & 1]!++
  const [even, odd] = zeros as [number, number]
  const fewest = Math.max(4, sample * 0.025)
  if (odd >= fewest && even * 10 < odd) return 'utf-16le'
  if (even >= fewest && odd * 10 < even) return 'utf-16be'
  return null
}

async function byContent(bytes: Uint8Array, declared: string | null): Promise<string> {
  const named = declared ? labelOf(declared) : null
  // A seven-bit encoding differs from ASCII only in its escape sequences.
  if (named === 'iso-2022-jp' && bytes.includes(0x1b)) return named
  if (isUtf8(bytes)) return bytes.includes(0x1b) && hasJapaneseEscapes(bytes) ? 'iso-2022-jp' : 'utf-8'
  if (named && named !== 'utf-8' && !named.startsWith('utf-16')) return named
  return (await byFrequency(bytes)) ?? 'windows-1252'
}

/** Returns whether the bytes are UTF-8, perhaps with a few damaged characters. */
function isUtf8(bytes: Uint8Array): boolean {
  if (isValidUtf8(bytes)) return true
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, 1_000_000))
  let damaged = 0
  let good = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0xfffd) damaged++
    else if (unit > 0x7f) good++
  }
  return good > damaged * 10
}

const hasJapaneseEscapes = (bytes: Uint8Array): boolean => latin1(bytes, 0, 65_536).includes('\u001b$B')

async function byFrequency(bytes: Uint8Array): Promise<string | null> {
  const { analyse } = await import('chardet')
  for (const { name } of analyse(sampleOf(bytes))) {
    const encoding = labelOf(name)
    if (encoding && !encoding.startsWith('utf-')) return encoding
  }
  return null
}

/** Returns a sample around the first bytes that are not ASCII: only these distinguish encodings. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const from = Math.max(0, first - 1_000)
  return bytes.subarray(from, from + 65_536)
}

/** Returns the name of an encoding in `TextDecoder`, or null. */
function labelOf(label: string): string | null {
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return null
  }
}

/** Rejects content with many control characters, which are rare in text. */
function refuseBinary(text: string): void {
  let controls = 0
  const sample = Math.min(text.length, 1_000_000)
  for (let at = 0; at < sample; at++) {
    const unit = text.charCodeAt(at)
    if ((unit < 0x20 && (unit < 8 || unit > 13) && unit !== 0x1b) || unit === 0x7f || unit === 0xfffd)
      controls++
  }
  if (controls > 2 + sample * 0.02)
    throw new ExtractionError('unreadable', 'The file is damaged or is not text.')
}
