import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Segment } from '#contract'
import { blockAt, blocksOf, partsOf } from './blocks.ts'

const segment = (start: number, end: number): Segment => ({
  start,
  end,
  kind: 'paragraph',
  label: null,
  speaker: null,
  startMs: null,
  endMs: null,
})
const piecesOf = (text: string, segments: Segment[]) =>
  blocksOf(text, segments).flatMap(({ pieces }) => pieces)

test('short segments are laid out together, up to a number of characters and of segments', () => {
  const text = `${'a'.repeat(900)}\n`.repeat(5)
  const long = blocksOf(
    text,
    [0, 1, 2, 3, 4].map((at) => segment(at * 901, at * 901 + 900)),
  )
  assert.deepEqual(
    long.map(({ pieces }) => pieces.length),
    [2, 2, 1],
  )
  const rows = blocksOf(
    'x\n'.repeat(100),
    Array.from({ length: 100 }, (_, at) => segment(at * 2, at * 2 + 1)),
  )
  assert.deepEqual(
    rows.map(({ pieces }) => pieces.length),
    [40, 40, 20],
  )
})

test('a huge segment is cut after lines and words, losing nothing and no half of a character', () => {
  for (const text of [
    'word '.repeat(5_000),
    `${'a line of text\n'.repeat(900)}`,
    '😀'.repeat(6_001),
    `x${'😀'.repeat(6_001)}`,
  ]) {
    const pieces = piecesOf(text, [segment(0, text.length)])
    assert.equal(pieces.map(({ start, end }) => text.slice(start, end)).join(''), text)
    assert.ok(pieces.every(({ start, end }) => end - start <= 2_000 && text.slice(start, end).isWellFormed()))
    assert.deepEqual(
      pieces.map(({ first }) => first),
      pieces.map((_, place) => place === 0),
    )
  }
})

test('the block at an offset is the one that holds it, or else the next', () => {
  const text = `${'a'.repeat(1_500)}\n\n${'b'.repeat(1_500)}\n`
  const blocks = blocksOf(text, [segment(0, 1_500), segment(1_502, 3_002)])
  assert.deepEqual(
    [0, 1_499, 1_500, 1_502, 3_001, 9_999].map((at) => blockAt(blocks, at)),
    [0, 0, 1, 1, 1, 1],
  )
})

test('only a text beyond what browsers can lay out has more than one part, and these hold all of it', () => {
  const text = 'a: b\n'.repeat(400_000)
  const blocks = blocksOf(text, [segment(0, text.length)])
  const parts = partsOf(blocks)
  assert.equal(parts.length, 2)
  assert.deepEqual([parts[0]!.from, parts[1]!.to], [0, blocks.length])
  assert.equal(parts[0]!.to, parts[1]!.from)
  assert.equal(partsOf(blocks.slice(0, 100)).length, 1)
  assert.deepEqual(partsOf([]), [{ from: 0, to: 0 }])
})
