import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#client'
import { errors, type Settings } from '#contract'
import * as rules from '../../../rules.ts'
import { errorsFrom, errorsIn } from './errors.ts'
import { previewInput, savedInput } from './input.ts'
import { type EditorValues, emptyDiscount, emptyLine, newInvoice } from './values.ts'

const settings = {
  currency: 'EUR',
  taxRates: [{ name: 'Standard', category: 'S', rate: '20', isDefault: true, exemptionReason: '' }],
  invoiceSeries: [{ name: 'INV', prefix: 'INV-', digits: 5 }],
} as Partial<Settings> as Settings

const patientId = '01920000-0000-7000-8000-000000000001'
const line = (typed: object) => ({ ...emptyLine('S 20'), ...typed })
const values = (typed: Partial<EditorValues>): EditorValues => ({
  ...newInvoice(settings, patientId),
  ...typed,
})
const refused = (fields: { path: string; message: string }[]) =>
  new ApiError(
    {
      type: 'about:blank',
      ...errors.validation_failed,
      code: 'validation_failed',
      detail: '',
      errors: fields,
    },
    new Headers(),
  )

test('blank rows are not saved, and errors still find their row', () => {
  const lines = [line({}), line({ description: 'Visit', unitPrice: '12.50', discount: '4%' }), line({})]
  const sent = savedInput(values({ lines }))
  assert.deepEqual(sent.content.lines, [
    {
      description: 'Visit',
      quantity: '1',
      unitPrice: '12.50',
      discountPercent: '4',
      taxCategory: 'S',
      taxRate: '20',
    },
  ])
  const key = lines[1]?.key
  assert.deepEqual(errorsFrom(refused([{ path: 'lines[0].discountPercent', message: 'Too much' }]), sent), {
    [`${key}.discount`]: 'Too much',
  })
})

test('a line is computed before it is described; an invalid one is left out', () => {
  const lines = [line({ unitPrice: '5' }), line({ description: 'Visit', unitPrice: '1,' })]
  const discounts = [{ ...emptyDiscount(), reason: 'Goodwill' }]
  const sent = previewInput(values({ lines, discounts, termsDays: 'soon' }), rules)
  assert.deepEqual(sent?.lineKeys, [lines[0]?.key])
  assert.deepEqual(sent?.discountKeys, [])
  assert.equal(sent?.content.termsDays, undefined)
  assert.equal(previewInput(values({ lines: [line({})] }), rules), null)
  assert.equal(previewInput(values({ lines, patientId: null }), rules), null)
})

test('missing values are reported before anything is sent', async () => {
  const [first, second] = [line({}), line({ description: 'Visit' })]
  const typed = values({
    lines: [first, second],
    patientId: null,
    termsDays: '400',
    hasPayer: true,
  })
  assert.deepEqual(await errorsIn(typed, savedInput(typed)), {
    patientId: 'Choose a patient',
    termsDays: 'Enter a whole number of days, at most 365',
    'payer.name': 'Enter a value',
    [`${second.key}.unitPrice`]: 'Enter a number such as 12.50',
  })
  const due = values({ lines: [second], dueBy: 'date' })
  assert.equal((await errorsIn(due, savedInput(due))).dueDate, 'Enter the due date')
})

test('a refusal with an error that has no field is shown as a whole', () => {
  const sent = savedInput(values({ lines: [line({ description: 'Visit', unitPrice: '5' })] }))
  const whole = refused([
    { path: 'lines', message: 'The amounts are too large' },
    { path: 'dueDate', message: 'Before the issue date' },
  ])
  assert.deepEqual(errorsFrom(whole, sent), {})
})
