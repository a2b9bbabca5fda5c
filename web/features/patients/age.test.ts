import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageOf } from './age.ts'

const today = new Date(2026, 2, 12)

for (const [born, age] of [
  ['1980-03-12', '46 years'],
  ['1980-03-13', '45 years'],
  ['2024-03-12', '2 years'],
  ['2024-03-13', '23 months'],
  ['2026-01-12', '2 months'],
  ['2026-01-13', '58 days'],
  ['2026-03-11', '1 day'],
  ['2026-03-12', '0 days'],
  ['2026-03-13', ''],
] as const) {
  test(`someone born on ${born} is ${age || 'not yet born'} on 12 March 2026`, () => {
    assert.equal(ageOf(born, today), age)
  })
}
