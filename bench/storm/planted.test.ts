import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf } from '../mutations/list.ts'
import { plantedFaults } from './planted.ts'

test('every planted fault has one place in the product and changes it', () => {
  const planted = plantedFaults()
  assert.deepEqual(problemsOf(planted), [])
  assert.ok(planted.length >= 10, `only ${planted.length} faults`)
})
