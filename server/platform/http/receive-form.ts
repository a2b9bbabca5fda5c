import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { withoutDirectionMarks } from '#contract'
import type { StoredFile, UploadedFile } from '../implement.ts'
import { invalidField, Refusal } from '../refusal.ts'

const fieldsAtMostBytes = 1024 * 1024
const partsAtMost = 100
const nameAtMost = 255
/** A sender that is silent for this long is gone. */
const silentAtMostMs = 60_000

/** Options of `@fastify/multipart` for `receiveForm`: it gets the raw bytes of each part. */
export const multipartOptions = {
  isPartAFile: () => true,
  throwFileSizeLimit: false,
  limits: { fileSize: Number.POSITIVE_INFINITY, headerPairs: 20, headerSize: 8192 },
}

/**
 * Reads a multipart/form-data body (RFC 7578): its fields as text, and the part named `file` through `store`.
 * @throws Refusal `invalid_form` if it is incomplete or malformed, `payload_too_large`, `validation_failed` if a part
 * is repeated or a field is not text.
 */
export async function receiveForm(
  request: FastifyRequest,
  store: (content: AsyncIterable<Buffer>) => Promise<StoredFile>,
  maxFileBytes: number,
): Promise<Record<string, unknown>> {
  const body = new Map<string, unknown>()
  let fieldsBytes = 0
  if (Number(request.headers['content-length']) > maxFileBytes + fieldsAtMostBytes)
    throw fileTooLarge(maxFileBytes)
  request.raw.setTimeout(silentAtMostMs)
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || !part.fieldname) throw new Refusal('invalid_form')
      const { fieldname: name, file: content } = part
      if (body.has(name)) throw invalidField(name, 'Sent more than once')
      if (body.size === partsAtMost)
        throw new Refusal('invalid_form', `A form has at most ${partsAtMost} parts.`)
      if (name === 'file') body.set(name, await receiveFile(part, store, maxFileBytes))
      else body.set(name, await readField(name, content))
    }
  } catch (error) {
    // Discard the rest of the body, so that the sender gets to read the response.
    request.raw.unpipe()
    request.raw.resume()
    throw error instanceof Refusal ? error : new Refusal('invalid_form', undefined, { cause: error })
  } finally {
    request.raw.setTimeout(0)
  }
  return Object.fromEntries(body)

  async function readField(name: string, content: Readable): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of content) {
      fieldsBytes += chunk.length
      if (fieldsBytes > fieldsAtMostBytes)
        throw new Refusal('payload_too_large', 'All fields together can have at most 1 MB.')
      chunks.push(chunk)
    }
    const text = decode(Buffer.concat(chunks))
    if (text === undefined) throw invalidField(name, 'Not UTF-8')
    if (text.includes('\u0000')) throw invalidField(name, 'Contains a character that cannot be stored')
    return text
  }
}

interface FilePart {
  filename: string | undefined
  mimetype: string
  file: Readable
}

async function receiveFile(
  { filename, mimetype, file }: FilePart,
  store: (content: AsyncIterable<Buffer>) => Promise<StoredFile>,
  maxBytes: number,
): Promise<UploadedFile> {
  if (filename === undefined)
    throw invalidField('file', 'This is text, not a file. With curl, use -F file=@interview.txt')
  const name = harmless(filename)
  if (!name) throw invalidField('file', 'Send a file with a name')
  const stored = await store(atMost(file, maxBytes))
  return { ...stored, filename: name, mimeType: typeOf(mimetype) }
}

async function* atMost(content: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > maxBytes) throw fileTooLarge(maxBytes)
    yield chunk
  }
}

function fileTooLarge(maxBytes: number): Refusal {
  return new Refusal('payload_too_large', `A file can have at most ${maxBytes / 1_000_000} MB.`)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Removes control characters, and those that change the writing direction and make `txt.exe` look like `exe.txt`. */
function harmless(filename: string): string {
  const name = withoutDirectionMarks(filename.toWellFormed())
    .replace(/\p{Cc}/gu, '')
    .trim()
  if (name.length <= nameAtMost) return name
  const extension = /\.\w{1,20}$/.exec(name)?.[0] ?? ''
  return name.slice(0, nameAtMost - extension.length).toWellFormed() + extension
}

const typeOf = (mimeType: string): string =>
  /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/.test(mimeType) ? mimeType : 'application/octet-stream'
