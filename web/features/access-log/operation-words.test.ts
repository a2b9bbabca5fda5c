import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, showsPatients } from '#contract'
import { operationWords } from './operation-words.ts'

test('the access log describes every call that shows patients in words', () => {
  const ids = operations.filter(showsPatients).map(({ id }) => id)
  assert.deepEqual(Object.keys(operationWords).sort(), ids.sort())
})
