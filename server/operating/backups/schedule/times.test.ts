import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastDue, nextDue } from './times.ts'

const due = (timeZone: string, now: string, at = '02:00') => {
  const schedule = { at, timeZone }
  return [lastDue(schedule, Date.parse(now)), nextDue(schedule, Date.parse(now))].map((instant) =>
    new Date(instant).toISOString(),
  )
}

test('a backup is due each day at the local time', () => {
  assert.deepEqual(due('UTC', '2026-03-10T01:59:59.999Z'), [
    '2026-03-09T02:00:00.000Z',
    '2026-03-10T02:00:00.000Z',
  ])
  assert.deepEqual(due('UTC', '2026-03-10T02:00:00.000Z'), [
    '2026-03-10T02:00:00.000Z',
    '2026-03-11T02:00:00.000Z',
  ])
  assert.deepEqual(due('Asia/Kolkata', '2026-03-10T12:00:00Z'), [
    '2026-03-09T20:30:00.000Z',
    '2026-03-10T20:30:00.000Z',
  ])
  assert.deepEqual(due('Pacific/Kiritimati', '2026-12-31T23:00:00Z', '23:30'), [
    '2026-12-31T09:30:00.000Z',
    '2027-01-01T09:30:00.000Z',
  ])
})

test('once each day when the clocks change', () => {
  // 02:00 does not exist on 29 March, and 02:30 exists twice on 25 October.
  assert.deepEqual(due('Europe/Berlin', '2026-03-29T00:30:00Z'), [
    '2026-03-28T01:00:00.000Z',
    '2026-03-29T01:00:00.000Z',
  ])
  assert.deepEqual(due('Europe/Berlin', '2026-03-29T12:00:00Z'), [
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:00:00.000Z',
  ])
  const [last, next] = due('Europe/Berlin', '2026-10-25T03:00:00Z', '02:30')
  assert.ok(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'].includes(last!))
  assert.equal(next, '2026-10-26T01:30:00.000Z')
})
