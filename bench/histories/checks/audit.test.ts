import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAudit } from './audit.ts'

const entry = (action: string, target: string) => ({ action, target })
const effect = (action: string, target: string, certain = true) => ({ ...entry(action, target), certain })
const revoked = (...keys: string[]) => ({ before: keys, after: keys })
const [revoke, disable] = ['api_key.revoke', 'user.disable']

test('one entry for each change is accepted, and none or one for each uncertain change', () => {
  const entries = [entry(revoke, '1'), entry(disable, '2'), entry(disable, '2')]
  const effects = [
    effect(revoke, '1'),
    effect(revoke, '3', false),
    effect(disable, '2'),
    effect(disable, '2', false),
  ]
  assert.deepEqual(checkAudit({ effects, entries, revoked: revoked('1') }), [])
})

test('lost, repeated and unfounded entries are found', () => {
  const once = { effects: [effect(disable, '2')], revoked: revoked() }
  assert.deepEqual(checkAudit({ ...once, entries: [] }), ['user.disable of 2 has 0 entries for 1'])
  assert.deepEqual(checkAudit({ ...once, entries: [entry(disable, '2'), entry(disable, '2')] }), [
    'user.disable of 2 has 2 entries for 1',
  ])
  assert.deepEqual(checkAudit({ effects: [], entries: [entry(disable, '2')], revoked: revoked() }), [
    'user.disable of 2 has 1 entries for 0',
  ])
  const uncertain = [effect(revoke, '1', false)]
  assert.deepEqual(checkAudit({ effects: uncertain, entries: [], revoked: revoked('1') }), [
    'key 1 is revoked without an entry',
  ])
  assert.deepEqual(checkAudit({ effects: uncertain, entries: [entry(revoke, '1')], revoked: revoked() }), [
    'key 1 has an entry and works',
  ])
})
