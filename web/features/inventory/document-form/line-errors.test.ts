import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiveStock } from '#contract'
import { findingsOf, placed } from './line-errors.ts'

test('findings are sorted by line and field, with the first of each field and the rest kept', () => {
  const errors = placed(
    [
      { path: 'supplier', message: 'Enter something here' },
      { path: 'lines[2].expiresOn', message: 'Expired' },
      { path: 'lines[2].expiresOn', message: 'Again' },
      { path: 'lines[0]', message: 'Name one item' },
      { path: 'lines', message: 'At most 500 lines' },
    ],
    ['supplier'],
  )
  assert.deepEqual(errors.head, { supplier: 'Enter something here' })
  assert.deepEqual(errors.lines[2], { expiresOn: 'Expired' })
  assert.deepEqual(errors.lines[0], { itemId: 'Name one item' })
  assert.deepEqual(errors.rest, ['At most 500 lines'])
})

test('findings of the contract have the paths that the server uses', async () => {
  const body = { supplier: 'S', deliveryNote: '1', lines: [{ sku: 'A', quantity: '0' }] }
  assert.deepEqual(await findingsOf(receiveStock, body), [
    { path: 'lines[0].quantity', message: 'Enter more than zero' },
  ])
})
