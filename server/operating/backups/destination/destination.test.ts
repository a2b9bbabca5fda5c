import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { glob, mkdir, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { entryName, formats } from '../archive/format.ts'
import { writeArchive } from '../archive/write-archive.ts'
import { verifyBackup } from '../verify-backup.ts'
import { type Destination, openDestination } from './destination.ts'
import { chunksOf, sharedPath } from './shared-files.ts'

describe('a folder of backups', () => {
  let base: string
  let folder: string
  let day = 0
  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'aerie-destination-'))
  })
  beforeEach(() => {
    folder = join(base, String(day++))
  })
  after(() => rm(base, { recursive: true }))

  const sumOf = (content: string) => createHash('sha256').update(content).digest('hex')
  const pathOf = (content: string) => sharedPath(folder, sumOf(content))
  const contents = async () => {
    const paths = await Array.fromAsync(glob('files/*/*', { cwd: folder }))
    return (await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')))).sort()
  }

  async function share(destination: Destination, content: string): Promise<void> {
    const source = join(base, 'source')
    await writeFile(source, content)
    await destination.shared.add(['source', content.length, sumOf(content)], async () => chunksOf(source))
  }

  /** Makes a backup of files with these contents, as archive of that day. */
  async function backUp(date: string, ...files: string[]): Promise<string> {
    await using destination = await openDestination(folder)
    for (const content of files) await share(destination, content)
    const path = join(folder, destination.archiveName(new Date(date)))
    const archive = await writeArchive(path)
    await archive.add(entryName.beginning, JSON.stringify({ format: formats.filesBeside }))
    const lines = files.map((content) => `${JSON.stringify([content, content.length, sumOf(content)])}\n`)
    await archive.add(entryName.stored(1), gzipSync(lines.join('')))
    const bytes = files.join('').length
    await archive.finish({}, { count: files.length, bytes }, (written) => verifyBackup(written, 'read'))
    return path
  }

  async function removeOld(keep: number) {
    await using destination = await openDestination(folder)
    return destination.removeOld(keep)
  }

  test('keeps the newest backups and exactly the files that they need', async () => {
    await backUp('2026-01-01', 'shared', 'first')
    const second = await backUp('2026-01-02', 'shared', 'second')
    const third = await backUp('2026-01-03', 'shared', 'third')
    assert.deepEqual(await contents(), ['first', 'second', 'shared', 'third'])
    assert.deepEqual(await removeOld(2), {
      kept: ['backup-2026-01-03T00-00-00.000Z.tar', 'backup-2026-01-02T00-00-00.000Z.tar'],
      leftover: null,
    })
    assert.deepEqual(await contents(), ['second', 'shared', 'third'])
    for (const path of [second, third]) await verifyBackup(path, 'read')
  })

  test('keeps the files of an archive that someone renamed', async () => {
    const first = await backUp('2026-01-01', 'first')
    await rename(first, join(folder, 'before-the-move.tar'))
    await backUp('2026-01-02', 'second')
    await removeOld(1)
    assert.deepEqual(await contents(), ['first', 'second'])
  })

  test('keeps all files if an archive cannot be read', async () => {
    const first = await backUp('2026-01-01', 'first')
    await backUp('2026-01-02', 'second')
    await backUp('2026-01-03', 'third')
    await truncate(first.replace('01-01', '01-02'), 700)
    const { kept, leftover } = await removeOld(2)
    assert.equal(kept.length, 2)
    assert.match(leftover ?? '', /is incomplete: it ends/)
    assert.deepEqual(await contents(), ['first', 'second', 'third'])
  })

  test('loses what an interrupted backup left, and nothing of others', async () => {
    await mkdir(join(folder, 'files/00'), { recursive: true })
    await writeFile(join(folder, 'files/00/notes.txt'), 'Notes')
    await writeFile(join(folder, '.backup-2026-01-01T00-00-00.000Z.tar.unfinished'), 'Half')
    {
      await using destination = await openDestination(folder)
      await share(destination, 'without an archive')
      await writeFile(`${pathOf('half')}.unfinished`, 'ha').catch(() => {})
    }
    await backUp('2026-01-02', 'second')
    await removeOld(30)
    assert.deepEqual(await contents(), ['Notes', 'second'])
    assert.deepEqual(await Array.fromAsync(glob('.backup*', { cwd: folder })), [])
  })

  test('gets each content once, and only what is intact', async () => {
    await backUp('2026-01-01', 'first')
    await using destination = await openDestination(folder)
    await share(destination, 'first')
    assert.equal(destination.shared.writtenBytes, 0)
    await writeFile(join(base, 'source'), 'other')
    await assert.rejects(
      destination.shared.add(['source', 5, sumOf('right')], async () => chunksOf(join(base, 'source'))),
      /source is damaged: its checksum does not match\.$/,
    )
    await destination.removeOld(30)
    assert.deepEqual(await contents(), ['first'])
  })

  test('writes a file again that is cut off or, on its day of the week, damaged', async (context) => {
    await backUp('2026-01-01', 'first')
    await truncate(pathOf('first'), 2)
    await backUp('2026-01-02', 'first')
    assert.deepEqual(await contents(), ['first'])
    await writeFile(pathOf('first'), 'wrong')
    const path = join(folder, 'backup-2026-01-02T00-00-00.000Z.tar')
    await assert.rejects(verifyBackup(path, 'read'), /is damaged: the checksum of .* does not match/)
    context.mock.timers.enable({ apis: ['Date'] })
    for (let n = 0; n < 7; n++) {
      context.mock.timers.setTime(n * 86_400_000)
      await using destination = await openDestination(folder)
      await share(destination, 'first')
    }
    context.mock.timers.reset()
    assert.deepEqual(await contents(), ['first'])
    await rm(pathOf('first'))
    await assert.rejects(verifyBackup(path, 'compare sizes'), /is incomplete: .* is missing\.$/)
  })

  test('is used by one backup at a time, and not created in a folder that is missing', async () => {
    await using _destination = await openDestination(folder)
    await assert.rejects(openDestination(folder), /^BackupError: Another backup to .* is running\.$/)
    await assert.rejects(
      openDestination(join(base, 'missing/backups')),
      /missing does not exist\. Is its disk mounted\?$/,
    )
  })
})
