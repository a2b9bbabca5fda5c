import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dictionary } from './dictionary.ts'

test('each word is what it is, at first and again, however many there are', () => {
  const dictionary = new Dictionary((word) => (word.endsWith('7') ? [] : [Number.parseInt(word, 36)]))
  const words = Array.from({ length: 200_000 }, (_, n) => n.toString(36))
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
