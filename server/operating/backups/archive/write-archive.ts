import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { reachDisk } from '#files'
import { BackupError } from '../error.ts'
import { type End, entryName, partsInSum } from './format.ts'
import { padding, tarHeader } from './tar.ts'

/** A disk that gets a lot at once lets the server's own writes wait. */
export const syncedEveryBytes = 2 * 1024 * 1024

export interface ArchiveWriter {
  add(name: string, content: string | Buffer): Promise<void>
  /** @throws BackupError if the length of `content` is not `bytes` */
  addStream(name: string, bytes: number, content: AsyncIterable<Buffer>): Promise<void>
  /** Completes the archive and syncs it to the disk. It gets its name after `verify`; returns its size in bytes. */
  finish(
    rows: End['rows'],
    files: End['files'],
    verify: (unfinished: string) => Promise<unknown>,
  ): Promise<number>
  /** Removes the incomplete archive. */
  abandon(): Promise<void>
}

/** Starts an archive under a temporary name, so that an incomplete one is never mistaken for a backup. Mode 0600. */
export async function writeArchive(path: string): Promise<ArchiveWriter> {
  const unfinished = join(dirname(path), `.${basename(path)}.unfinished`)
  const handle = await open(unfinished, 'w', 0o600)
  const sums: string[] = []
  let lines: string[] = []

  let unsynced = 0
  async function write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten
    unsynced += bytes.length
    if (unsynced < syncedEveryBytes) return
    await handle.datasync()
    unsynced = 0
  }

  async function addStream(
    name: string,
    bytes: number,
    content: AsyncIterable<Buffer> | Buffer[],
  ): Promise<string> {
    const sum = createHash('sha256')
    let written = 0
    await write(tarHeader(name, bytes))
    for await (const chunk of content) {
      sum.update(chunk)
      written += chunk.length
      await write(chunk)
    }
    if (written !== bytes) throw new BackupError(`${name} has ${written} bytes instead of ${bytes}.`)
    await write(padding(bytes))
    return sum.digest('hex')
  }

  const addPlain = (name: string, content: string | Buffer) => {
    const bytes = Buffer.from(content)
    return addStream(name, bytes.length, [bytes])
  }

  async function note(name: string, sum: string): Promise<void> {
    lines.push(`${sum}  ${name}\n`)
    if (lines.length === partsInSum) await writeSums()
  }

  async function writeSums(): Promise<void> {
    if (lines.length === 0) return
    sums.push(await addPlain(entryName.sums(sums.length + 1), lines.join('')))
    lines = []
  }

  return {
    add: async (name, content) => note(name, await addPlain(name, content)),
    addStream: async (name, bytes, content) => note(name, await addStream(name, bytes, content)),
    async finish(rows, files, verify) {
      await writeSums()
      const end = `${JSON.stringify({ rows, files, sums } satisfies End, null, 2)}\n`
      await addPlain(entryName.endSum, `${await addPlain(entryName.end, end)}  ${entryName.end}\n`)
      await write(Buffer.alloc(1024))
      await handle.sync()
      const { size } = await handle.stat()
      await verify(unfinished)
      await handle.close()
      await rename(unfinished, path)
      await reachDisk([dirname(path)])
      return size
    },
    async abandon() {
      await handle.close()
      await rm(unfinished, { force: true })
    },
  }
}
