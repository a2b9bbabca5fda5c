import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWatched, rotationOf, successorName } from './rotation.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const key = (
  name: string,
  made: number,
  used?: number,
  status: 'active' | 'expired' | 'revoked' = 'active',
) => ({
  name,
  status,
  createdAt: at(made),
  lastUsedAt: used === undefined ? null : at(used),
})

test('a successor has the next number', () => {
  assert.equal(successorName('Export', []), 'Export (v2)')
  assert.equal(successorName('Export (v2)', []), 'Export (v3)')
  assert.equal(successorName('Export (v9)', []), 'Export (v10)')
  assert.equal(successorName('Export (draft)', []), 'Export (draft) (v2)')
  assert.equal(successorName('(v2)', []), '(v2) (v2)')
})

test('a number that is taken is left out', () => {
  assert.equal(successorName('Export', ['Export', 'Export (v2)', 'Import (v7)']), 'Export (v3)')
})

test('a long name is cut to 100 characters, and never through a character', () => {
  assert.equal(successorName('x'.repeat(100), []), `${'x'.repeat(95)} (v2)`)
  assert.equal(successorName(`${'x'.repeat(95)} (v9)`, []), `${'x'.repeat(94)} (v10)`)
  assert.equal(successorName(`${'x'.repeat(94)}😀😀😀`, []), `${'x'.repeat(94)} (v2)`)
  assert.equal(successorName(`${'x'.repeat(94)} yyyyy`, []), `${'x'.repeat(94)} (v2)`)
})

test('a key is being replaced once an active one has its name with a higher number', () => {
  const old = key('Export', 1)
  for (const other of [
    key('Export', 2),
    key('Import (v2)', 2),
    key('Export (v2)', 0),
    key('Export (v2)', 2, undefined, 'revoked'),
    key('Export (v2)', 2, undefined, 'expired'),
  ]) {
    assert.equal(rotationOf(old, [other, old]), undefined)
  }
  const successor = key('Export (v2)', 2)
  assert.equal(rotationOf(old, [key('Export (v3)', 3), successor, old])?.successor, successor)
  assert.equal(rotationOf(successor, [successor, old]), undefined)
  assert.equal(rotationOf({ ...old, status: 'revoked' }, [successor]), undefined)
})

test('the successor of a long name is found although the name was cut', () => {
  const old = key('x'.repeat(100), 1)
  const second = key(successorName(old.name, []), 2)
  const third = key(successorName(second.name, []), 3)
  assert.equal(rotationOf(old, [third, second, old])?.successor, second)
  assert.equal(rotationOf(second, [third, second, old])?.successor, third)
})

test('an old key is safe to revoke when it was not used since, and whatever used it has been switched', () => {
  const stateOf = (used: number | undefined, successorUsed: number | undefined) =>
    rotationOf(key('Export', 1, used), [key('Export (v2)', 5, successorUsed)])?.state

  assert.equal(stateOf(4, 6), 'safe')
  assert.equal(stateOf(undefined, undefined), 'safe')
  assert.equal(stateOf(4, undefined), 'untried')
  assert.equal(stateOf(5, 6), 'used')
  assert.equal(stateOf(6, 7), 'used')
})

test('the use of a key is waited for while it is being replaced, and while it is new', () => {
  const now = Date.parse(at(20))
  const old = key('Export', 1, 2)
  assert.equal(isWatched(old, [old], now), false)
  assert.equal(isWatched(old, [old, key('Export (v2)', 3)], now), true)
  assert.equal(isWatched(key('Import', 19), [], now), true)
  assert.equal(isWatched(key('Import', 19, 20), [], now), false)
  assert.equal(isWatched(key('Import', 5), [], now), false)
})
