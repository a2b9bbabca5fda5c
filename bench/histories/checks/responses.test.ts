import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkResponses } from './responses.ts'

test('every unexpected response is reported', () => {
  assert.deepEqual(checkResponses([]), [])
  assert.deepEqual(checkResponses([{ operation: 'me.get', code: 'internal', requestId: 'r' }]), [
    'me.get: internal (request r)',
  ])
})
