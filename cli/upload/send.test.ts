import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WatchedFile } from './send.ts'

test('an upload that gets an early response reads no more of the file, and the next attempt all of it', async () => {
  let progress = 0
  const parts = ['one', 'two', 'three', 'four']
  const size = parts.join('').length
  const file = new WatchedFile(new Blob(parts), 'a.txt', 'text/plain', (bytes) => {
    progress = bytes
  })
  const reader = file.stream().getReader()
  await reader.read()
  const reading = reader.read()
  file.endReading()
  await reading
  assert.equal((await reader.read()).done, true)
  assert.ok(progress < size)
  assert.equal((await file.text()).length, size)
  for await (const _ of file.stream());
  assert.deepEqual([progress, file.hasFailed], [size, false])
})
