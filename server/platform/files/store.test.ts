// What every store promises.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { newId } from '#platform'
import { inFull } from '#testing'
import { openFolderStore } from './folder.ts'
import { readS3Address } from './s3/address.ts'
import { openS3Store } from './s3/store.ts'
import { FileMissingError, type FileStore, FileStoreError, readText, writeText } from './store.ts'
import { listedAtOnce, type ObjectStorage, startObjectStorage } from './testing/object-storage.ts'
import { isSwiftThere, startSwift } from './testing/swift.ts'

interface Stores {
  /** Opens an empty store. */
  open(): FileStore
  /** Opens one that cannot be used. */
  broken(): Promise<FileStore>
  stop(): Promise<void>
}

const kinds: Record<string, { start(): Promise<Stores>; skip?: string | false }> = {
  'a folder': { start: startFolder },
  'object storage': { start: async () => inObjectStorage(await startObjectStorage()) },
  ...(inFull && {
    'OpenStack Swift': {
      start: async () => inObjectStorage(await startSwift()),
      skip: !isSwiftThere() && 'needs OpenStack Swift: apt-get install python3-swift',
    },
  }),
}

async function startFolder(): Promise<Stores> {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-store-'))
  return {
    open: () => openFolderStore(join(folder, newId())),
    async broken() {
      await writeFile(join(folder, 'a file'), '')
      return openFolderStore(join(folder, 'a file'))
    },
    stop: () => rm(folder, { recursive: true }),
  }
}

const inObjectStorage = ({ address, stop }: Pick<ObjectStorage, 'address' | 'stop'>): Stores => ({
  open: () => openS3(address(newId())),
  broken: async () => openS3(address('any').replace('aerie-test', 'no-such-bucket')),
  stop,
})

function openS3(address: string): FileStore {
  const place = readS3Address(address)
  assert.ok(!('problem' in place))
  return openS3Store(place)
}

const partBytes = 5 * 1024 * 1024

for (const [name, { start, skip = false }] of Object.entries(kinds)) {
  describe(`a store in ${name}`, { skip }, () => {
    let stores: Stores
    before(async () => {
      stores = await start()
    })
    after(() => stores.stop())

    test('holds exactly what was written, in chunks of any size', async () => {
      const store = stores.open()
      for (const bytes of [0, 1, 70_000, partBytes, partBytes + 1, 6_500_000, 2 * partBytes + 3]) {
        const content = pattern(bytes)
        await store.put('ab/one', chunks(content, 70_001))
        assert.equal(await store.sizeOf('ab/one'), bytes)
        assert.ok((await buffer(await store.get('ab/one'))).equals(content), `${bytes} bytes`)
      }
    })

    test('returns ranges', async () => {
      const store = stores.open()
      await writeText(store, 'ab/one', '0123456789')
      assert.equal(await text(await store.get('ab/one', { start: 3 })), '3456789')
      assert.equal(await text(await store.get('ab/one', { start: 0, end: 4 })), '01234')
      assert.equal(await text(await store.get('ab/one', { start: 2, end: 5 })), '2345')
    })

    test('has no file whose content breaks off', async () => {
      const store = stores.open()
      for (const bytes of [10, partBytes + 10]) {
        await assert.rejects(store.put('ab/one', breakingOff(bytes)))
        assert.equal(await store.sizeOf('ab/one'), null)
        await assert.rejects(store.get('ab/one'), FileMissingError)
      }
      assert.deepEqual((await Array.fromAsync(store.list('ab'))).flat(), [])
    })

    test('reports a missing file, and removes it without an error', async () => {
      const store = stores.open()
      await assert.rejects(store.get('ab/none'), FileMissingError)
      assert.equal(await store.sizeOf('ab/none'), null)
      await store.remove('ab/none')
      await writeText(store, 'ab/one', 'content')
      await store.remove('ab/one')
      assert.equal(await store.sizeOf('ab/one'), null)
    })

    test('streams a file to its end that is removed meanwhile', async () => {
      const store = stores.open()
      await writeText(store, 'ab/one', 'all of it')
      const content = await store.get('ab/one')
      await store.remove('ab/one')
      assert.equal(await text(content), 'all of it')
    })

    test('lists the files of one folder, in order', async () => {
      const store = stores.open()
      for (const key of ['ab/2', 'ab/1', 'ac/3', 'ab/3', 'installation']) await writeText(store, key, key)
      assert.deepEqual((await Array.fromAsync(store.list('ab'))).flat(), ['ab/1', 'ab/2', 'ab/3'])
      assert.deepEqual((await Array.fromAsync(store.list('ff'))).flat(), [])
      assert.equal(await readText(store, 'installation'), 'installation')
    })

    test('lists more files than fit in one response', async () => {
      const store = stores.open()
      const keys = Array.from({ length: 2 * listedAtOnce + 1 }, (_, n) => `ab/${n + 100}`)
      for (const key of keys) await writeText(store, key, '')
      assert.deepEqual((await Array.fromAsync(store.list('ab'))).flat(), keys)
    })

    test('that cannot be used throws an error for the operator', async () => {
      const store = await stores.broken()
      for (const work of [
        () => writeText(store, 'ab/one', 'content'),
        () => store.get('ab/one'),
        () => Array.fromAsync(store.list('ab')),
      ])
        await assert.rejects(work, (error: Error) => error instanceof FileStoreError && error.message !== '')
    })
  })
}

/** Differs everywhere, so that a missing or repeated part shows. */
function pattern(bytes: number): Buffer {
  const words = new Uint32Array(Math.ceil(bytes / 4)).map((_, n) => n)
  return Buffer.from(words.buffer, 0, bytes)
}

async function* chunks(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function* breakingOff(bytes: number): AsyncGenerator<Buffer> {
  yield Buffer.alloc(bytes)
  throw new Error('broken off')
}
