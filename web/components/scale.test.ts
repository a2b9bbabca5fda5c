import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scaleOf } from './scale.ts'

test('the axis of a chart has a few round numbers, up to the highest bar or just above it', () => {
  assert.deepEqual(scaleOf(0), [0, 1])
  assert.deepEqual(scaleOf(1), [0, 1])
  assert.deepEqual(scaleOf(3), [0, 1, 2, 3])
  assert.deepEqual(scaleOf(7), [0, 2, 4, 6, 8])
  assert.deepEqual(scaleOf(100), [0, 20, 40, 60, 80, 100])
  assert.deepEqual(scaleOf(1234), [0, 500, 1000, 1500])
  for (let most = 1; most < 3000; most++) {
    const ticks = scaleOf(most)
    const step = ticks[1]!
    assert.ok(ticks.length <= 6 && ticks.at(-1)! >= most && ticks.at(-1)! - step < most, `${most}: ${ticks}`)
  }
})
