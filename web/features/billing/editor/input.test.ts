import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInvoice, type Settings } from '#contract'
import { fieldsOf, wrongFields } from '../../../components/field-errors.ts'
import { contentOf, filled, missingIn, previewOf, rowFields } from './input.ts'
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
const errorsIn = async (values: EditorValues) => ({
  ...(await wrongFields(
    createInvoice,
    contentOf(filled(values)),
    fieldsOf(values, filled(values), rowFields),
  )),
  ...missingIn(values),
})

test('blank rows are not saved, and errors still find their row', () => {
  const lines = [line({}), line({ description: 'Visit', unitPrice: '12.50', discount: '4%' }), line({})]
  const typed = values({ lines })
  assert.deepEqual(contentOf(filled(typed)).lines, [
    {
      description: 'Visit',
      quantity: '1',
      unitPrice: '12.50',
      discountPercent: '4',
      taxCategory: 'S',
      taxRate: '20',
    },
  ])
  const fieldAt = fieldsOf(typed, filled(typed), rowFields)
  assert.equal(fieldAt('lines[0].discountPercent'), 'lines.1.discount')
})

test('a line is computed before it is described; an invalid one is left out', () => {
  const lines = [line({ unitPrice: '5' }), line({ description: 'Visit', unitPrice: '1,' })]
  const discounts = [{ ...emptyDiscount(), reason: 'Goodwill' }]
  const sent = previewOf(values({ lines, discounts, termsDays: 'soon' }))
  assert.deepEqual(
    sent?.lines.map(({ key }) => key),
    [lines[0]?.key],
  )
  assert.deepEqual(sent?.discounts, [])
  assert.equal(sent?.content.termsDays, undefined)
  assert.equal(previewOf(values({ lines: [line({})] })), null)
  assert.equal(previewOf(values({ lines, patientId: null })), null)
})

test('missing values are reported before anything is sent', async () => {
  const [first, second] = [line({}), line({ description: 'Visit' })]
  const typed = values({
    lines: [first, second],
    patientId: null,
    termsDays: '400',
    hasPayer: true,
  })
  assert.deepEqual(await errorsIn(typed), {
    patientId: 'Choose a patient',
    termsDays: 'Enter a whole number of days, at most 365',
    'payer.name': 'Enter a value',
    'lines.1.unitPrice': 'Enter a number such as 12.50',
  })
  const due = values({ lines: [second], dueBy: 'date' })
  assert.equal((await errorsIn(due)).dueDate, 'Enter the due date')
})
