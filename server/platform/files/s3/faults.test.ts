import assert from 'node:assert/strict'
import { buffer, text } from 'node:stream/consumers'
import { after, afterEach, before, describe, test } from 'node:test'
import { newId } from '#platform'
import { type FileStore, FileStoreError, writeText } from '../store.ts'
import { type ObjectStorage, startObjectStorage } from '../testing/object-storage.ts'
import { readS3Address } from './address.ts'
import { openS3Store } from './store.ts'

describe('object storage that misbehaves', () => {
  let storage: ObjectStorage
  before(async () => {
    storage = await startObjectStorage()
  })
  afterEach(() => {
    storage.meddle = () => null
  })
  after(() => storage.stop())

  const open = (patience = { respond: 30_000, attempts: 3 }): FileStore => {
    const place = readS3Address(storage.address(newId()))
    assert.ok(!('problem' in place))
    return openS3Store(place, { connect: 30_000, idle: 30_000, ...patience })
  }
  const large = Buffer.alloc(11 * 1024 * 1024, 'content')
  async function* chunksOf(content: Buffer) {
    for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000)
  }

  test('a request that is answered 503 is tried again', async () => {
    const store = open()
    let failures = 2
    storage.meddle = () => (failures-- > 0 ? 'unavailable' : null)
    await writeText(store, 'ab/one', 'content')
    assert.equal(await text(await store.get('ab/one')), 'content')
  })

  test('an outage is an error for the operator', async () => {
    const store = open()
    storage.meddle = () => 'unavailable'
    await assert.rejects(
      writeText(store, 'ab/one', 'content'),
      (error: Error) =>
        error instanceof FileStoreError &&
        /^The object storage s3:\S+ does not work: SlowDown: Please reduce/.test(error.message),
    )
  })

  test('a store that does not answer is given up', async () => {
    const store = open({ respond: 50, attempts: 1 })
    storage.meddle = () => 'stall'
    await assert.rejects(store.get('ab/one'), /does not work: TimeoutError/)
  })

  test('a download that is cut off continues where it ended', async () => {
    const store = open()
    await store.put('ab/one', chunksOf(large))
    let cuts = 2
    storage.meddle = ({ method }) => (method === 'GET' && cuts-- > 0 ? 'cut' : null)
    assert.ok((await buffer(await store.get('ab/one'))).equals(large))
    assert.ok(cuts < 0)
    cuts = 1
    const range = { start: 7, end: large.length - 9 }
    assert.ok((await buffer(await store.get('ab/one', range))).equals(large.subarray(7, -8)))
  })

  test('a download whose store is gone breaks off', async () => {
    const store = open({ respond: 30_000, attempts: 1 })
    await store.put('ab/one', chunksOf(large))
    storage.meddle = () => 'cut'
    const content = await store.get('ab/one')
    storage.meddle = () => 'unavailable'
    await assert.rejects(buffer(content))
  })

  test('content that arrives changed is not kept', async () => {
    const store = open()
    for (const content of [Buffer.from('small'), large]) {
      storage.meddle = ({ method }) => (method === 'PUT' ? 'corrupt' : null)
      await assert.rejects(store.put('ab/one', chunksOf(content)), /received other content than was sent/)
      storage.meddle = () => null
      assert.equal(await store.sizeOf('ab/one'), null)
    }
    assert.equal(storage.incomplete.size, 0)
  })

  test('uploads that a killed node left incomplete are removed, and no younger ones', async () => {
    const store = open()
    storage.meddle = ({ method }) => (method === 'DELETE' ? 'unavailable' : null)
    await assert.rejects(
      store.put(
        'ab/one',
        (async function* () {
          yield large
          throw new Error('broken off')
        })(),
      ),
    )
    storage.meddle = () => null
    const [left] = storage.incomplete.values()
    assert.ok(left)
    await store.removeUnfinished(left.at.getTime() - 1000)
    assert.equal(storage.incomplete.size, 1)
    await store.removeUnfinished(left.at.getTime() + 1000)
    assert.equal(storage.incomplete.size, 0)
  })
})
