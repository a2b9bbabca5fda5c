import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { createBatchWriter } from './batch-writer.ts'

test('hurried just after a write, it still writes once a second, and never after it stopped', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let looks = 0
  const written = Promise.withResolvers<void>()
  const writer = createBatchWriter({
    what: 'batch',
    log: pino({ enabled: false }),
    take: () => (++looks === 1 ? {} : undefined),
    write: () => written.promise,
    facts: () => ({}),
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  t.mock.timers.tick(1000)
  void written.promise.then(writer.hurry)
  written.resolve()
  await settle()
  for (const expected of [2, 3, 4]) {
    t.mock.timers.tick(1000)
    await settle()
    assert.equal(looks, expected)
  }
  await writer.stop()
  writer.hurry()
  t.mock.timers.tick(5000)
  await settle()
  assert.equal(looks, 5)
})
