import { inflateRawSync } from 'node:zlib'
import { ExtractionError, tooLarge } from './extracted.ts'

const mostEntries = 10_000
/** What reading a part counts at least: a document can name an empty one millions of times. */
const leastBytes = 256
const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50
const localHeader = 0x04034b50

interface Entry {
  name: string
  method: number
  packed: number
  offset: number
}

/** The files in a zip, unpacked on demand: to at most `limit` bytes in total, whatever sizes the zip declares. */
export class Archive {
  readonly #bytes: Buffer
  readonly #entries: Map<string, Entry>
  #left: number

  /** @throws ExtractionError `too_large_inside`, `encrypted` or `unreadable` */
  constructor(zip: Uint8Array, limit: number) {
    this.#bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.length)
    this.#entries = new Map(directory(this.#bytes).map((entry) => [entry.name, entry]))
    this.#left = limit
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  /** Returns the content of a file; null if there is none. @throws like the constructor */
  read(name: string): Buffer | null {
    const entry = this.#entries.get(name)
    if (!entry) return null
    if (this.#left <= 0) throw tooLarge()
    const content = unpack(this.#bytes, entry, this.#left)
    this.#left -= Math.max(content.length, leastBytes)
    return content
  }
}

function directory(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end === -1 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endOfDirectory) throw damaged()
  const count = bytes.readUInt16LE(end + 10)
  if (count > mostEntries) throw tooLarge()
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let read = 0; read < count; read++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== directoryEntry) throw damaged()
    if (bytes.readUInt16LE(at + 8) & 1)
      throw new ExtractionError('encrypted', 'The file is protected by a password.')
    const nameBytes = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameBytes),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function unpack(bytes: Buffer, { method, packed, offset }: Entry, limit: number): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localHeader) throw damaged()
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const content = bytes.subarray(from, from + packed)
  if (content.length < packed || (method !== 0 && method !== 8)) throw damaged()
  if (method === 0) {
    if (content.length > limit) throw tooLarge()
    return content
  }
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, limit) })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged()
  }
}

function damaged(): ExtractionError {
  return new ExtractionError('unreadable', 'The file is damaged and cannot be unpacked.')
}
