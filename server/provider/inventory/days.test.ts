import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOf, startOf } from './days.ts'

test('a day has 23, 24 or 25 hours, from one midnight of its time zone to the next', () => {
  const days = [
    ['2026-01-15', 'UTC', '2026-01-15T00:00:00.000Z', '2026-01-16T00:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['2026-01-15', 'Pacific/Kiritimati', '2026-01-14T10:00:00.000Z', '2026-01-15T10:00:00.000Z'],
    ['2026-01-15', 'Etc/GMT+12', '2026-01-15T12:00:00.000Z', '2026-01-16T12:00:00.000Z'],
  ] as const
  for (const [date, timeZone, start, end] of days)
    assert.deepEqual([startOf(date, timeZone), endOf(date, timeZone)], [start, end], `${date} ${timeZone}`)
})

test('the first and the last date have times that the database can store', () => {
  assert.equal(startOf('0001-01-01', 'Asia/Tokyo'), '0001-01-01T00:00:00.000Z')
  assert.equal(endOf('9999-12-31', 'America/New_York'), '9999-12-31T23:59:59.999Z')
})
