// Separate because it knows the format, and nothing of patients.
import { Zip, ZipDeflate } from 'fflate'

export interface Entry {
  /** The path in the archive. */
  name: string
  content: AsyncIterable<Buffer | string>
}

/** Writes an archive (PKWARE APPNOTE 6.3) entry by entry, with no more than a part of one in memory. */
export async function* zipped(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    written.push(chunk)
  })
  for await (const { name, content } of entries) {
    const entry = new ZipDeflate(name)
    zip.add(entry)
    for await (const part of content) {
      entry.push(Buffer.from(part))
      yield taken()
    }
    entry.push(new Uint8Array(), true)
    yield taken()
  }
  zip.end()
  yield taken()

  function taken(): Buffer {
    return Buffer.concat(written.splice(0))
  }
}
