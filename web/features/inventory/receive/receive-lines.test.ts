import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiveStock } from '#contract'
import { blankHead, deliveryOf } from './receive-lines.ts'

const receivedAt = (day: string, time: string) =>
  deliveryOf({ ...blankHead, receivedAt: day, receivedTime: time, lines: [] }).receivedAt
const refuses = (receivedAt: unknown) =>
  receiveStock.body.safeParse({ receivedAt }).error?.issues.some(({ path }) => path[0] === 'receivedAt')

test('a delivery was received at a time of its day, or at its start', () => {
  assert.equal(receivedAt('2026-03-31', '14:05'), new Date('2026-03-31T14:05').toISOString())
  assert.equal(receivedAt('2026-03-31', ''), new Date('2026-03-31T00:00').toISOString())
  assert.equal(receivedAt('', ''), undefined)
})

test('what is no day is refused, and so is a time without one', () => {
  assert.equal(refuses(receivedAt('2026-03-31', '14:05')), false)
  for (const [day, time] of [
    ['soon', '14:05'],
    ['2026-02-31', ''],
    ['', '14:05'],
  ] as const)
    assert.equal(refuses(receivedAt(day, time)), true, day)
})
