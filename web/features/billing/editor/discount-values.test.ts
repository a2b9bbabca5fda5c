import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentDiscount, Invoice } from '#contract'
import { choicesOf } from '../../../components/typed-decimal.ts'
import { discountOf, enteredDiscounts, readDiscount } from './discount-values.ts'

const part = (taxRate: string, amount: string, gross: string, more = {}): DocumentDiscount => ({
  reason: 'Goodwill',
  percent: null,
  amount,
  tax: '0.00',
  gross,
  taxCategory: 'S',
  taxRate,
  ...more,
})
const group = (rate: string) => ({
  category: 'S' as const,
  rate,
  taxable: '1',
  tax: '1',
  rounding: '0',
  exemptionReason: null,
})
const entered = (discounts: DocumentDiscount[], rates: string[], taxMode: Invoice['taxMode'] = 'exclusive') =>
  enteredDiscounts({ discounts, taxMode, taxBreakdown: rates.map(group) })

test('a discount split over all rates becomes one again', () => {
  const parts = [part('20', '6.67', '8.00'), part('7', '3.33', '3.56')]
  const one = { reason: 'Goodwill', tax: '' }
  assert.deepEqual(entered(parts, ['20', '7']), [{ ...one, discount: '10.00' }])
  assert.deepEqual(entered(parts, ['20', '7'], 'inclusive'), [{ ...one, discount: '11.56' }])
  const percent = parts.map((each) => ({ ...each, percent: '10' }))
  assert.deepEqual(entered(percent, ['20', '7']), [{ ...one, discount: '10%' }])
})

test('a discount of one rate among several keeps its rate', () => {
  assert.deepEqual(entered([part('7', '1.00', '1.07')], ['20', '7']), [
    { reason: 'Goodwill', tax: 'S 7', discount: '1.00' },
  ])
})

test('a discount is typed into one field, in percent or as an amount', () => {
  assert.equal(readDiscount(' 4,5 % '), '4.5%')
  assert.deepEqual(discountOf('4.5%'), { percent: '4.5', amount: null })
  assert.deepEqual(discountOf('12.50'), { percent: null, amount: '12.50' })
  assert.deepEqual(discountOf(''), { percent: null, amount: null })
  assert.deepEqual(choicesOf(readDiscount('1.200 %')), ['1200%', '1.2%'])
})
