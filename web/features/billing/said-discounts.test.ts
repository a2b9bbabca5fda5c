import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentDiscount, Invoice } from '#contract'
import { discountOf, readDiscount } from './discount-text.ts'
import { discountsSaid } from './said-discounts.ts'

const part = (taxRate: string, amount: string, gross: string, said = {}): DocumentDiscount => ({
  reason: 'Goodwill',
  percent: null,
  amount,
  tax: '0.00',
  gross,
  taxCategory: 'S',
  taxRate,
  ...said,
})
const group = (rate: string) => ({
  category: 'S' as const,
  rate,
  taxable: '1',
  tax: '1',
  exemptionReason: null,
})
const said = (discounts: DocumentDiscount[], rates: string[], taxMode: Invoice['taxMode'] = 'exclusive') =>
  discountsSaid({ discounts, taxMode, taxBreakdown: rates.map(group) })

test('a discount that was shared out over all rates is one again', () => {
  const parts = [part('20', '6.67', '8.00'), part('7', '3.33', '3.56')]
  const one = { reason: 'Goodwill', tax: '' }
  assert.deepEqual(said(parts, ['20', '7']), [{ ...one, discount: '10.00' }])
  assert.deepEqual(said(parts, ['20', '7'], 'inclusive'), [{ ...one, discount: '11.56' }])
  const percent = parts.map((each) => ({ ...each, percent: '10' }))
  assert.deepEqual(said(percent, ['20', '7']), [{ ...one, discount: '10%' }])
})

test('a discount of one rate among several keeps its rate', () => {
  assert.deepEqual(said([part('7', '1.00', '1.07')], ['20', '7']), [
    { reason: 'Goodwill', tax: 'S 7', discount: '1.00' },
  ])
})

test('a discount is typed into one field, in percent or as an amount', () => {
  assert.equal(readDiscount(' 4,5 % '), '4.5%')
  assert.deepEqual(discountOf('4,5%'), { percent: '4.5', amount: null })
  assert.deepEqual(discountOf('12,50'), { percent: null, amount: '12.50' })
  assert.deepEqual(discountOf(' '), { percent: null, amount: null })
})
