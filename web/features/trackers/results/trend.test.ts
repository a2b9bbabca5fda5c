import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barsOf } from './trend.ts'

test('days without mentions stand between those with some', () => {
  assert.deepEqual(
    barsOf([
      { date: '2026-02-27', count: 2 },
      { date: '2026-03-01', count: 1 },
    ]),
    {
      unit: 'day',
      bars: [
        { from: '2026-02-27', to: '2026-02-27', count: 2 },
        { from: '2026-02-28', to: '2026-02-28', count: 0 },
        { from: '2026-03-01', to: '2026-03-01', count: 1 },
      ],
    },
  )
})

test('a long time is counted by weeks from Monday', () => {
  const { unit, bars } = barsOf([
    { date: '2026-01-01', count: 1 },
    { date: '2026-01-05', count: 2 },
    { date: '2026-01-11', count: 3 },
    { date: '2026-04-30', count: 4 },
  ])
  assert.equal(unit, 'week')
  assert.deepEqual(bars.slice(0, 2), [
    { from: '2025-12-29', to: '2026-01-04', count: 1 },
    { from: '2026-01-05', to: '2026-01-11', count: 5 },
  ])
  assert.deepEqual(bars.at(-1), { from: '2026-04-27', to: '2026-05-03', count: 4 })
})

test('a longer one is counted by months, and a very long one by years', () => {
  const months = barsOf([
    { date: '2024-01-31', count: 1 },
    { date: '2024-02-29', count: 2 },
    { date: '2026-12-31', count: 3 },
  ])
  assert.equal(months.unit, 'month')
  assert.equal(months.bars.length, 36)
  assert.deepEqual(months.bars[1], { from: '2024-02-01', to: '2024-02-29', count: 2 })
  assert.deepEqual(months.bars.at(-1), { from: '2026-12-01', to: '2026-12-31', count: 3 })

  const years = barsOf([
    { date: '1999-12-31', count: 1 },
    { date: '2024-01-01', count: 2 },
  ])
  assert.equal(years.unit, 'year')
  assert.equal(years.bars.length, 26)
  assert.deepEqual(years.bars.at(-1), { from: '2024-01-01', to: '2024-12-31', count: 2 })
})

test('nothing found is no bar', () => assert.deepEqual(barsOf([]).bars, []))
