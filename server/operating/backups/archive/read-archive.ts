import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { BackupError } from '../error.ts'
import { type Beginning, type End, entryName, formats, type StoredFile } from './format.ts'
import { headerBytes, paddingOf, readTarHeader } from './tar.ts'

export interface Part {
  name: string
  bytes: number
  /** Readable only while this is the current part. */
  content(): AsyncIterable<Buffer>
  whole(): Promise<Buffer>
}

export interface Archive {
  beginning: Beginning
  end: End
  bytes: number
}

/** Yields the parts of an archive. @throws BackupError if it is incomplete or damaged */
export async function* readParts(path: string): AsyncGenerator<Part> {
  await using handle = await openArchive(path)
  const { size } = await handle.stat()
  let before = ''
  for (let at = 0; ; ) {
    const header = Buffer.alloc(headerBytes)
    const { bytesRead } = await handle.read(header, 0, headerBytes, at)
    if (before === entryName.endSum && header.every((byte) => byte === 0)) return
    if (bytesRead < headerBytes) throw brokenOff(path, before)
    const found = readTarHeader(header)
    if (!found)
      throw new BackupError(`${path} is damaged ${before ? `after ${before}` : 'or not a backup at all'}.`)
    const start = at + headerBytes
    if (start + found.bytes > size) throw brokenOff(path, found.name)
    const content = () => chunksOf(handle, start, found.bytes)
    yield { ...found, content, whole: () => buffer(content()) }
    at = start + found.bytes + paddingOf(found.bytes)
    before = found.name
  }
}

/** Reads the whole archive and compares all checksums. @throws BackupError that names the damaged part */
export async function verifyArchive(path: string): Promise<Archive> {
  const end = await readEnd(path)
  let beginning: Beginning | undefined
  let bytes = 0
  let sums = 0
  let unsummed: string[] = []
  for await (const part of readParts(path)) {
    const { name } = part
    bytes += part.bytes
    if (name === entryName.end || name === entryName.endSum) continue
    if (name.startsWith('sums/')) {
      const content = await part.whole()
      if (sumOf(content) !== end.sums[sums++]) throw damaged(path, name)
      compare(path, name, content.toString(), unsummed)
      unsummed = []
      continue
    }
    const sum = createHash('sha256')
    for await (const chunk of part.content()) sum.update(chunk)
    unsummed.push(`${sum.digest('hex')}  ${name}`)
    if (name === entryName.beginning) beginning = await readBeginning(path, part)
  }
  if (!beginning || sums !== end.sums.length || unsummed.length > 0) throw damaged(path, entryName.end)
  return { beginning, end, bytes }
}

/** Yields the files that are stored next to the archive, a few thousand at a time; none if they are inside. */
export async function* readStoredFiles(path: string): AsyncGenerator<StoredFile[]> {
  for await (const part of readParts(path)) {
    if (part.name === entryName.beginning && (await readBeginning(path, part)).format === formats.filesInside)
      return
    if (part.name.startsWith('stored/')) yield storedFilesIn(await part.whole())
  }
}

/** Returns the files listed in a part `stored/`. */
export function storedFilesIn(part: Buffer): StoredFile[] {
  return JSON.parse(`[${gunzipSync(part).toString().trimEnd().replaceAll('\n', ',')}]`)
}

async function readEnd(path: string): Promise<End> {
  let end = Buffer.alloc(0)
  for await (const part of readParts(path)) {
    if (part.name === entryName.end) end = Buffer.from(await part.whole())
    if (part.name !== entryName.endSum) continue
    if ((await part.whole()).toString() !== `${sumOf(end)}  ${entryName.end}\n`)
      throw damaged(path, entryName.end)
  }
  return JSON.parse(end.toString())
}

async function readBeginning(path: string, part: Part): Promise<Beginning> {
  const beginning = parsed(await part.whole())
  if (Object.values(formats).includes(beginning?.format)) return beginning
  if (typeof beginning?.format !== 'number') throw damaged(path, entryName.beginning)
  throw new BackupError(
    `${path} is from a newer Aerie (${beginning.version}), whose format this version cannot read.`,
  )
}

function parsed(bytes: Buffer) {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

function compare(path: string, sums: string, expected: string, found: string[]): void {
  const lines = expected.trimEnd().split('\n')
  const wrong = found.findIndex((line, at) => line !== lines[at])
  if (wrong !== -1) throw damaged(path, found[wrong]?.split('  ')[1] ?? sums)
  if (lines.length !== found.length) throw damaged(path, sums)
}

async function* chunksOf(handle: FileHandle, start: number, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; ) {
    const chunk = Buffer.alloc(Math.min(1024 * 1024, bytes - at))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, start + at)
    if (bytesRead === 0) throw new Error('The archive became shorter while it was read.')
    at += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}

async function openArchive(path: string): Promise<FileHandle> {
  return open(path).catch((error) => {
    throw new BackupError(
      `${path} cannot be read: ${error.code === 'ENOENT' ? 'file not found' : error.message}.`,
    )
  })
}

const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const damaged = (path: string, part: string) =>
  new BackupError(`${path} is damaged: the checksum of ${part} does not match.`)
const brokenOff = (path: string, part: string) =>
  new BackupError(`${path} is incomplete: it ends ${part ? `in ${part}` : 'at the beginning'}.`)
