import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstDayOf } from './address.ts'
import { withEmptyWeeks } from './weeks.ts'

const week = (key: string) => ({ key, counts: { any: 1 } })

test('weeks without mentions stand between those with some, unless there are many', () => {
  const keysOf = (...keys: string[]) => withEmptyWeeks(keys.map(week)).map(({ key }) => key)
  assert.deepEqual(keysOf('2026-02-23', '2026-03-09'), ['2026-02-23', '2026-03-02', '2026-03-09'])
  assert.deepEqual(keysOf('2025-02-24', '2026-03-09'), ['2025-02-24', '2026-03-09'])
  assert.deepEqual(keysOf(), [])
})

test('a range ends today', () => {
  assert.equal(firstDayOf('7', '2026-03-02'), '2026-02-24')
  assert.equal(firstDayOf('all', '2026-03-02'), undefined)
})
