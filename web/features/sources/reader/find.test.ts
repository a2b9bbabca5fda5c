import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findIn, mostFinds, placeIn } from './marks.ts'

const found = (text: string, words: string) =>
  findIn(text, words).map(({ start, end }) => text.slice(start, end))

test('words are found in any case and across lines', () => {
  assert.deepEqual(found('The Price.\nA PRICE\n  tag', 'price'), ['Price', 'PRICE'])
  assert.deepEqual(found('a price\n  tag', ' price tag '), ['price\n  tag'])
  assert.deepEqual(found('a price', ' '), [])
})

test('special characters are matched literally', () => {
  for (const sign of '\\^$.*+?()[]{}|/-') assert.deepEqual(found(`x ${sign} y xy`, sign), [sign])
})

test('offsets stay right where lower case makes characters longer', () => {
  assert.deepEqual(found('İİİ 😀 price', 'PRICE'), ['price'])
})

test('the number of matches is limited', () => {
  assert.equal(findIn('a'.repeat(mostFinds + 5), 'a').length, mostFinds)
})

test('an invalid place in the address is ignored', () => {
  assert.deepEqual(placeIn('12-34'), { start: 12, end: 34 })
  for (const at of ['', '34-12', '12', '12-12', '-1-3', 'a-b', '1e3-2e3', undefined])
    assert.equal(placeIn(at), null)
})
