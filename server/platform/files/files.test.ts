import assert from 'node:assert/strict'
import { access, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import {
  createFiles,
  FileMissingError,
  type FileStore,
  FileStoreError,
  type Files,
  openFolderStore,
} from '#files'
import type { Log, Refusal } from '#platform'
import { filesIn } from '#testing'

let folder: string
let files: Files

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aerie-test-'))
  files = filesIn(join(folder, 'files'))
})
after(() => rm(folder, { recursive: true }))

test('a file that breaks off while it is written is none', async () => {
  const key = await files.write(brokenOff()).catch((error: Error) => error.message)
  assert.equal(key, 'broken off')

  async function* brokenOff() {
    yield Buffer.from('half')
    throw new Error('broken off')
  }
})

test('what is not there cannot be read, and is removed without a word', async () => {
  await assert.rejects(files.read('00/none'), FileMissingError)
  await files.remove(['00/none'])
})

test('a file that is removed while it is read is read to its end', async () => {
  const { key } = await files.write('all of it')
  const content = await files.read(key)
  await files.remove([key])
  assert.equal(await text(content), 'all of it')
})

test('the sweep removes what is old and nothing refers to, and leaves all else', async () => {
  const { key: young } = await files.write('young')
  const old = Array.from({ length: 20 }, (_, n) => keyWrittenAt(Date.now() - 25 * 60 * 60 * 1000, n))
  for (const key of old) {
    await mkdir(dirname(join(folder, 'files', key)), { recursive: true })
    await writeFile(join(folder, 'files', key), 'old')
  }
  await writeFile(join(folder, 'files', old[0]!.slice(0, 3), 'notes of the operator.txt'), 'not ours')
  const asked: string[] = []
  await files.sweep(Date.now(), async (keys) => {
    asked.push(...keys)
    return keys.filter((key) => old.indexOf(key) >= 10)
  })
  assert.deepEqual(asked.sort(), old.toSorted())
  for (const key of old.slice(0, 10)) await assert.rejects(files.read(key), FileMissingError, key)
  for (const key of old.slice(10)) assert.equal(await text(await files.read(key)), 'old')
  assert.equal(await text(await files.read(young)), 'young')
})

/** A UUIDv7 begins with the milliseconds since 1970. */
function keyWrittenAt(ms: number, n: number): string {
  const time = ms.toString(16).padStart(12, '0')
  const shard = n.toString(16).padStart(2, '0')
  return `${shard}/${time.slice(0, 8)}-${time.slice(8)}-7000-8000-0000000000${shard}`
}

test('what a killed node left incomplete in a folder is removed after a day', async () => {
  const path = join(folder, 'files/ab/left.unfinished')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'half')
  await files.sweep(Date.now(), async (keys) => keys)
  await access(path)
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await utimes(path, yesterday, yesterday)
  await files.sweep(Date.now(), async (keys) => keys)
  await assert.rejects(access(path), { code: 'ENOENT' })
})

test('an outage refuses each call, and is logged once when it begins and once when it ends', async () => {
  const lines: string[] = []
  const log = {
    error: (_: object, line: string) => lines.push(line),
    info: (line: string) => lines.push(line),
  }
  let isOut = true
  const store = openFolderStore(join(folder, 'files'))
  const stores = async (): Promise<[FileStore]> => {
    if (isOut) throw new FileStoreError('The store does not work.')
    return [store]
  }
  const failing = createFiles(
    { stores, present: stores, isOurs: async () => true, isCurrent: async () => true },
    log as unknown as Log,
  )
  for (const call of [
    () => failing.write('x'),
    () => failing.read('00/none'),
    () => failing.remove(['00/none']),
  ])
    await assert.rejects(call, (error: Refusal) => error.code === 'busy' && 'retry-after' in error.headers)
  isOut = false
  await failing.write('x')
  assert.deepEqual(lines, ['files cannot be used', 'files can be used again'])
})

test('a store that lost its marker is an outage and not a missing file', async () => {
  const store = openFolderStore(join(folder, 'files'))
  const stores = async (): Promise<[FileStore]> => [store]
  const lost = createFiles({
    stores,
    present: stores,
    isOurs: async () => false,
    isCurrent: async () => true,
  })
  await assert.rejects(lost.read('00/none'), { code: 'busy' })
})
