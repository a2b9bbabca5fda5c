import { type FileFormat, type ReadFile, UnreadableFileError } from './file.ts'

type Encoding = FileFormat['encoding']

/** Bytes that Windows-1252 does not define. */
const undefinedBytes = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/**
 * Returns the encoding of a text file: UTF-8 if all of it is valid, which other text hardly is by chance, or Windows-1252.
 * @throws UnreadableFileError for UTF-16 and what is not text
 */
export async function encodingOf(read: ReadFile): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let isWindows1252 = true
  let isFirst = true
  for await (const chunk of await read()) {
    if (isFirst && ((chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff)))
      throw new UnreadableFileError('The file is UTF-16. Save it as UTF-8.')
    isFirst = false
    if (chunk.includes(0)) throw new UnreadableFileError('The file is not text. Save it as CSV (UTF-8).')
    isWindows1252 &&= !chunk.some((byte) => undefinedBytes.has(byte))
    isUtf8 &&= decodes(utf8, chunk)
    if (!isUtf8 && !isWindows1252) break
  }
  if (isUtf8 && decodes(utf8)) return 'utf-8'
  if (isWindows1252) return 'windows-1252'
  throw new UnreadableFileError('The file is neither UTF-8 nor Windows-1252. Save it as UTF-8.')
}

/** @param chunk the next bytes; none at the end */
function decodes(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

/** Decodes a file, without its byte order mark. */
export async function* decoded(read: ReadFile, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of await read()) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
