import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#client'
import { errors, receiveStock } from '#contract'
import { fieldsOf, refusedFields, wrongFields } from './field-errors.ts'

const [blank, gloves, masks] = [{ key: 'a' }, { key: 'b' }, { key: 'c' }]
const values = { supplier: '', lines: [blank, gloves, masks] }
const sent = { ...values, lines: [gloves, masks] }
const rowFields = { lines: { '': 'item', sku: 'item', expiresOn: 'expires' } }
const fieldAt = fieldsOf(values, sent, rowFields)

const refused = (fields: Record<string, string>) =>
  new ApiError(
    {
      type: 'about:blank',
      ...errors.validation_failed,
      code: 'validation_failed',
      detail: '',
      errors: Object.entries(fields).map(([path, message]) => ({ path, message })),
    },
    new Headers(),
  )

test('errors are shown at their rows and fields, with the first of each field', () => {
  const found = refusedFields(
    refused({
      supplier: 'Enter something here',
      'lines[1].expiresOn': 'Expired',
      'lines[0]': 'Name one item',
      'lines[0].sku': 'Not an SKU',
      'lines[1].quantity': 'Enter more than zero',
    }),
    fieldAt,
  )
  assert.deepEqual(found, {
    supplier: 'Enter something here',
    'lines.2.expires': 'Expired',
    'lines.1.item': 'Name one item',
    'lines.2.quantity': 'Enter more than zero',
  })
})

test('errors follow a row that has moved, and none is shown at another row', () => {
  const now = fieldsOf({ ...values, lines: [masks, blank] }, sent, rowFields)
  assert.equal(now('lines[1].quantity'), 'lines.0.quantity')
  assert.equal(now('lines[0].quantity'), undefined)
})

test('a refusal with an error that has no field is shown as a whole', () => {
  const whole = refused({ lines: 'The amounts are too large', supplier: 'Unknown' })
  assert.deepEqual(refusedFields(whole, fieldAt), {})
})

test('errors of the contract have the fields that those of the server have', async () => {
  const body = { supplier: 'S', deliveryNote: '1', lines: [{ sku: 'A', quantity: '0' }] }
  assert.deepEqual(await wrongFields(receiveStock, body, fieldAt), {
    'lines.1.quantity': 'Enter more than zero',
  })
})
