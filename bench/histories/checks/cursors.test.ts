import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCursors } from './cursors.ts'

const mention = (seq: number) => ({ id: `m${seq}`, seq })
const listed = [1, 2, 5].map((seq) => ({ ...mention(seq), sourceId: `s${seq}` }))
const ready = ['s1', 's2']
const violations = (...seqs: number[]) =>
  checkCursors({ readers: { Ada: [seqs.map(mention), []] }, listed, ready })

test('each mention once and in order is accepted', () => {
  assert.deepEqual(violations(1, 2, 5), [])
})

test('skipped, repeated and disordered mentions, and sources without theirs, are found', () => {
  assert.deepEqual(violations(1, 5), ['Ada never got mention m2 (2)'])
  assert.deepEqual(violations(1, 2, 2, 5), ['Ada got mention m2 (2) again', 'Ada got 2 after 2'])
  assert.deepEqual(violations(2, 1, 5), ['Ada got 1 after 2'])
  assert.deepEqual(checkCursors({ readers: {}, listed, ready: ['s3'] }), [
    'source s3 has 0 mentions instead of one',
  ])
  const twice = [...listed, { ...mention(6), sourceId: 's1' }]
  assert.deepEqual(checkCursors({ readers: {}, listed: twice, ready }), [
    'source s1 has 2 mentions instead of one',
  ])
})
