import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Segment } from '#rules/source-text'
import { partsOf, textBetween } from './text-part.ts'

const longestSegment = 50_000
const longestPart = 20_000 + longestSegment

/** A text of words and white space, in which each run of words is a segment. */
const anyText = fc.array(fc.tuple(fc.nat(3), fc.nat(30_000)), { maxLength: 30 }).map((runs) => {
  let text = ''
  const segments: Segment[] = []
  for (const [lines, length] of runs) {
    text += '\n'.repeat(lines === 3 ? 45_000 : lines)
    if (length === 0) continue
    const start = text.length
    text += 'word '.repeat(length / 5 + 1).slice(0, -1)
    const rest = { kind: 'paragraph', label: null, speaker: null, startMs: null, endMs: null } as const
    segments.push({ start, end: text.length, ...rest })
  }
  return { text, segments }
})

test('parts make up the text, with every segment in one of them', () => {
  fc.assert(
    fc.property(anyText, ({ text, segments }) => {
      const parts = [...partsOf(text, segments)]
      assert.equal(parts.map((part) => part.text).join(''), text)
      assert.deepEqual(
        parts.flatMap((part) => part.segments),
        segments,
      )
      let at = 0
      for (const [n, { number, start, text, segments }] of parts.entries()) {
        assert.deepEqual([number, start], [n + 1, at])
        at += text.length
        assert.ok(text.length <= longestPart, `a part of ${text.length}`)
        assert.ok(text !== '' || parts.length === 1)
        for (const segment of segments) assert.ok(start <= segment.start && segment.end <= at)
      }
    }),
    { numRuns: 200 },
  )
})

test('what is between two places is put together from several parts', () => {
  const text = Array.from({ length: 9_000 }, (_, n) => `word${n}`).join(' ')
  const parts = [0, 1, 2].map((n) => ({ start: n * 20_000, text: text.slice(n * 20_000, (n + 1) * 20_000) }))
  for (const [start, end] of [
    [0, 5],
    [19_990, 20_010],
    [20_000, 40_000],
    [100, 59_000],
    [5, 5],
  ] as const)
    assert.equal(textBetween(parts, start, end), text.slice(start, end))
})
