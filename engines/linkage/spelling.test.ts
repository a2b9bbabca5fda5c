import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance, resemblance } from './spelling.ts'

test('words resemble one another as Jaro and Winkler measure it, more so if they begin alike', () => {
  for (const [a, b, expected] of [
    ['martha', 'marhta', 0.961],
    ['dixon', 'dicksonx', 0.813],
    ['dwayne', 'duane', 0.84],
    ['same', 'same', 1],
    ['abc', 'xyz', 0],
  ] as const) {
    assert.equal(Number(resemblance(a, b).toFixed(3)), expected, `${a} ${b}`)
    assert.equal(resemblance(a, b), resemblance(b, a))
  }
})

test('one edit inserts, removes or replaces a letter, or exchanges two neighbors', () => {
  for (const [a, b, expected] of [
    ['meyer', 'meyer', 0],
    ['meyer', 'meyers', 1],
    ['meyer', 'meier', 1],
    ['meyer', 'meyre', 1],
    ['meyer', 'maier', 2],
    ['', 'meyer', 5],
  ] as const)
    assert.equal(editDistance(a, b), expected, `${a} ${b}`)
})
