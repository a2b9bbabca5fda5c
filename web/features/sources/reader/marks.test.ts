import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksOf } from './blocks.ts'
import { marksByBlock, spansOf } from './marks.ts'

const mark = (start: number, end: number) => ({ start, end, trackerId: `${start}-${end}` })

test('text is divided where marks begin and end, also where they overlap', () => {
  const spans = spansOf(0, 20, [mark(2, 8), mark(5, 12), mark(18, 30)])
  assert.deepEqual(
    spans.map(({ start, end, marks }) => [start, end, marks.map(({ trackerId }) => trackerId).join(' ')]),
    [
      [0, 2, ''],
      [2, 5, '2-8'],
      [5, 8, '2-8 5-12'],
      [8, 12, '5-12'],
      [12, 18, ''],
      [18, 20, '18-30'],
    ],
  )
})

test('a mark that reaches over several blocks is in each of them', () => {
  const text = 'word '.repeat(1_200)
  const detail = { kind: 'paragraph', label: null, speaker: null, startMs: null, endMs: null } as const
  const blocks = blocksOf(text, [{ start: 0, end: text.length, ...detail }])
  const found = marksByBlock(blocks, [mark(10, 20), mark(1_990, 2_010), mark(0, text.length)])
  assert.deepEqual(
    blocks.map((block) => found.get(block)?.length),
    [3, 2, 1],
  )
})
