import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partOf } from './range.ts'

test('a range is cut to the file, and what cannot be served is the whole file', () => {
  const expected: Record<string, [number, number] | null> = {
    'bytes=0-0': [0, 0],
    'bytes=2-4': [2, 4],
    'bytes=7-': [7, 9],
    'bytes=7-100': [7, 9],
    'bytes=-3': [7, 9],
    'bytes=-100': [0, 9],
    'bytes=10-': null,
    'bytes=4-2': null,
    'bytes=-0': null,
    'bytes=-': null,
    'bytes=0-1,3-4': null,
    'lines=0-1': null,
    '': null,
  }
  for (const [header, part] of Object.entries(expected))
    assert.deepEqual(partOf(header, 10), part && { start: part[0], end: part[1] }, header)
  assert.equal(partOf(undefined, 10), null)
  assert.equal(partOf('bytes=0-', 0), null)
  assert.equal(partOf('bytes=-5', 0), null)
})
