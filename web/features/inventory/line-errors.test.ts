import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiveStock } from '#contract'
import { findingsOf, placed } from './line-errors.ts'

test('each finding stands at its line and field, the first of a place counts, and the rest is kept', () => {
  const wrong = placed(
    [
      { path: 'supplier', message: 'Enter something here' },
      { path: 'lines[2].expiresOn', message: 'Expired' },
      { path: 'lines[2].expiresOn', message: 'Again' },
      { path: 'lines[0]', message: 'Name one item' },
      { path: 'lines', message: 'At most 500 lines' },
    ],
    ['supplier'],
  )
  assert.deepEqual(wrong.head, { supplier: 'Enter something here' })
  assert.deepEqual(wrong.lines[2], { expiresOn: 'Expired' })
  assert.deepEqual(wrong.lines[0], { itemId: 'Name one item' })
  assert.deepEqual(wrong.rest, ['At most 500 lines'])
})

test('the contract says what is wrong in the same words of place as the server', () => {
  const body = { supplier: 'S', deliveryNote: '1', lines: [{ sku: 'A', quantity: '0' }] }
  assert.deepEqual(findingsOf(receiveStock, body), [
    { path: 'lines[0].quantity', message: 'Enter more than zero' },
  ])
})
