import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { FileMissingError, type Files } from '#platform'
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
  await files.sweep(async (keys) => {
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
