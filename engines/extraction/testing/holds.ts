import assert from 'node:assert/strict'
import type { Extracted } from '../extracted.ts'

/** Asserts what holds for any result: sorted segments within the text that cover everything but white space. */
export function assertHolds({ text, segments }: Extracted): void {
  assert.ok(text.isWellFormed(), 'a lone surrogate')
  assert.ok(!text.includes('\0'), 'U+0000')
  assert.ok(segments.length > 0, 'no segment')
  let last = 0
  for (const { start, end, label, speaker, startMs, endMs } of segments) {
    for (const words of [label, speaker])
      assert.ok(words === null || (words.isWellFormed() && /^[^\0]+$/.test(words)), JSON.stringify(words))
    for (const time of [startMs, endMs])
      assert.ok(time === null || (time >= 0 && time < 2 ** 31), `${time} ms`)
    assert.ok(Number.isInteger(start) && Number.isInteger(end), `${start}..${end}`)
    assert.ok(
      last <= start && start < end && end <= text.length,
      `${last} ${start}..${end} of ${text.length}`,
    )
    const between = text.slice(last, start)
    assert.ok(!/\S/u.test(between), `belongs to nothing: ${JSON.stringify(between.slice(0, 80))}`)
    assert.ok(/^\S/u.test(text.slice(start, start + 2)), `begins with white space at ${start}`)
    assert.ok(text.slice(start, end).isWellFormed(), `cuts a character at ${start}..${end}`)
    last = end
  }
  assert.ok(!/\S/u.test(text.slice(last)), 'the end belongs to nothing')
}
