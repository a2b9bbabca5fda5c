import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dictionary } from './dictionary.ts'

for (const [capacity, count] of [
  [1 << 17, 200_000],
  [1500, 5000],
] as const)
  test(`each of ${count} words is looked up correctly, first and again, by a dictionary of ${capacity}`, () => {
    const dictionary = new Dictionary(
      (word) => (word.endsWith('7') ? [] : [Number.parseInt(word, 36)]),
      capacity,
    )
    const words = Array.from({ length: count }, (_, n) => n.toString(36))
    const text = words.join(' ')
    for (let round = 0; round < 2; round++) {
      let at = 0
      for (const word of words) {
        const expected = word.endsWith('7') ? [] : [Number.parseInt(word, 36)]
        assert.deepEqual(dictionary.lookUp(text, at, at + word.length), expected)
        at += word.length + 1
      }
    }
    const long = `${'x'.repeat(1000)}1`
    assert.deepEqual(dictionary.lookUp(`1${long}`, 1, 1002), [Number.parseInt(long, 36)])
  })
