import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterCursor, newId, toPage } from '#platform'

test('a cursor leads to what comes after the page, and the last page has none', () => {
  const rows = Array.from({ length: 3 }, () => ({ id: newId() }))
  const page = toPage(rows, 2)
  assert.deepEqual(page.data, rows.slice(0, 2))
  assert.equal(afterCursor(page.nextCursor ?? undefined), rows[1]!.id)
  assert.deepEqual(toPage(rows, 3), { data: rows, nextCursor: null })
  assert.deepEqual(toPage([], 3), { data: [], nextCursor: null })
})
