import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type TaxCategory, type TaxRate } from '#contract'
import { Refusal } from '#platform'
import { practice } from '../../../engines/invoicing/testing/issued.ts'
import { exemptionReason, taxOf } from './tax.ts'

const rate = (category: TaxCategory, rate: string, more: Partial<TaxRate> = {}): TaxRate => ({
  name: category,
  category,
  rate,
  isDefault: false,
  exemptionReason: '',
  ...more,
})
const settings = {
  ...practice,
  taxRates: [
    rate('S', '20'),
    rate('E', '0', { exemptionReason: 'Medical care' }),
    rate('S', '5.50', { isDefault: true }),
  ],
}

test('missing tax is completed from the settings', () => {
  const cases: [given: { taxRate?: string; taxCategory?: TaxCategory }, expected: string][] = [
    [{}, 'S 5.5'],
    [{ taxCategory: 'S' }, 'S 5.5'],
    [{ taxRate: '19' }, 'S 19'],
    [{ taxRate: '0' }, 'E 0'],
    [{ taxCategory: 'AE' }, 'AE 0'],
    [{ taxRate: '0', taxCategory: 'Z' }, 'Z 0'],
    [{ taxRate: '20', taxCategory: 'S' }, 'S 20'],
  ]
  for (const [{ taxRate, ...given }, expected] of cases) {
    const tax = taxOf({ ...given, taxRate: taxRate ? Decimal.of(taxRate) : null }, settings, 'lines[0]')
    assert.equal(`${tax.taxCategory} ${tax.taxRate}`, expected, JSON.stringify([taxRate, given]))
  }
  const none = { ...settings, taxRates: [] }
  assert.equal(taxOf({}, none, '').taxCategory, 'Z')
  assert.equal(taxOf({ taxRate: Decimal.zero }, none, '').taxCategory, 'Z')
})

test('the standard category needs a rate, which the settings may not have', () => {
  assert.throws(
    () => taxOf({ taxCategory: 'S' }, { ...settings, taxRates: [] }, 'lines[0]'),
    (error) => error instanceof Refusal && error.fields[0]?.path === 'lines[0].taxRate',
  )
})

test('the reason for charging no tax is that of the settings, else the standard one', () => {
  assert.equal(exemptionReason('E', settings), 'Medical care')
  assert.equal(exemptionReason('AE', settings), 'Reverse charge')
  assert.equal(exemptionReason('S', settings), null)
  assert.equal(exemptionReason('Z', settings), null)
})
