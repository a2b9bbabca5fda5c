import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf, readMutations } from './list.ts'

test('every mutation has one place in the product and changes it', () => {
  const mutations = readMutations()
  assert.deepEqual(problemsOf(mutations), [])
  assert.ok(mutations.length >= 100, `only ${mutations.length} mutations`)
})
