import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '#platform'
import { computeInvoice } from './invoice.ts'
import { amounts, anyTerms, line, termsOf } from './testing/terms.ts'
import { sum } from './units.ts'

test('16 x 348.35 less 4 % with 22 % tax is 6527.81', () => {
  const terms = termsOf([line('16', '348.35', '22', { discountPercent: '4' })])
  assert.deepEqual(amounts(computeInvoice(terms).totals), {
    net: '5350.66',
    tax: '1177.15',
    gross: '6527.81',
    discount: '222.94',
  })
})

test('prices with tax come to what was said: 2 x 1.96 at 13 % and 2 x 0.04 at 24 % are 4.00', () => {
  const terms = termsOf([line('2', '1.96', '13'), line('2', '0.04', '24')], { taxMode: 'inclusive' })
  const { totals, lines } = computeInvoice(terms)
  assert.equal(amounts(totals).gross, '4.00')
  assert.deepEqual(
    lines.map((line) => amounts(line).gross),
    ['3.92', '0.08'],
  )
})

test('tax is computed on the sum of a rate, and not a line at a time', () => {
  const prices = ['68.33', '68.33', '57.50', '85.00']
  const computed = computeInvoice(termsOf(prices.map((price) => line('1', price, '20'))))
  assert.equal(amounts(computed.totals).gross, '334.99')
  assert.equal(sum(computed.lines.map(({ gross }) => gross)), computed.totals.gross)
})

test('a discount on the whole document is shared out over its rates, to the cent', () => {
  const terms = termsOf([line('1', '10.00', '20'), line('1', '20.00', '10'), line('1', '0.01', '0')], {
    discounts: [{ reason: 'Staff', percent: null, amount: '10.00', of: null }],
  })
  const { discounts, totals } = computeInvoice(terms)
  assert.deepEqual(
    discounts.map((discount) => [discount.of.taxRate, amounts(discount).net]),
    [
      ['20', '3.33'],
      ['10', '6.67'],
    ],
  )
  assert.equal(amounts(totals).net, '20.01')
})

test('yen have no decimals and dinars three', () => {
  const yen = computeInvoice(termsOf([line('3', '33.5', '10')], { decimals: 0 }))
  assert.deepEqual(amounts(yen.totals, 0), { net: '101', tax: '10', gross: '111', discount: '0' })
  const dinars = computeInvoice(termsOf([line('3', '1.2345', '5')], { decimals: 3 }))
  assert.deepEqual(amounts(dinars.totals, 3), {
    net: '3.704',
    tax: '0.185',
    gross: '3.889',
    discount: '0.000',
  })
})

test('what exceeds what it is taken from is refused by name, and so is what the currency cannot hold', () => {
  const ten = line('1', '10', '20')
  const refusals: [string, Parameters<typeof computeInvoice>[0]][] = [
    ['lines[1].discountAmount', termsOf([ten, line('1', '10', '20', { discountAmount: '10.01' })])],
    ['lines[0].discountAmount', termsOf([line('1', '10', '20', { discountAmount: '1.001' })])],
    ['lines[0].discountAmount', termsOf([line('1', '10', '20', { discountAmount: '1.5' })], { decimals: 0 })],
    ['discounts[0].amount', termsOf([ten], { discounts: [discount({ amount: '10.01' })] })],
    ['discounts[0].amount', termsOf([ten], { discounts: [discount({ amount: '0.001' })] })],
    [
      'discounts[1].percent',
      termsOf([ten], { discounts: [discount({ percent: '60' }), discount({ percent: '60' })] }),
    ],
    [
      'discounts[0].taxRate',
      termsOf([ten], { discounts: [discount({ percent: '1', of: { taxCategory: 'S', taxRate: '7' } })] }),
    ],
    ['lines[0].unitPrice', termsOf([line('999999999999', '999999999999', '20')])],
    ['lines', termsOf([line('1000', '999999999999', '100')])],
    ['lines', termsOf(Array.from({ length: 3 }, () => line('500', '999999999999', '0')))],
  ]
  for (const [path, terms] of refusals) {
    assert.throws(
      () => computeInvoice(terms),
      (error) => error instanceof Refusal && error.fields[0]?.path === path,
      path,
    )
  }
})

test('all wrong lines are named at once', () => {
  const wrong = line('1', '10', '20', { discountAmount: '11' })
  assert.throws(
    () => computeInvoice(termsOf([wrong, line('1', '1', '20'), wrong])),
    (error) => error instanceof Refusal && error.fields.length === 2,
  )
})

test('whatever is billed, in yen, euros and dinars, everything adds up', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const { lines, discounts, taxes, totals } = computeInvoice(terms)
      for (const split of [...lines, ...discounts, ...taxes, totals]) {
        assert.equal(split.net + split.tax, split.gross)
        assert.ok(split.net >= 0n && split.tax >= 0n)
      }
      for (const part of ['net', 'tax', 'gross'] as const) {
        const of = (splits: { net: bigint; tax: bigint; gross: bigint }[]) =>
          sum(splits.map((it) => it[part]))
        assert.equal(of(lines) - of(discounts), totals[part])
        assert.equal(of(taxes), totals[part])
      }
    }),
    { numRuns: 500 },
  )
})

test('prices with tax: whatever the rates are, each line costs what was said', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const withTax = computeInvoice({ ...terms, taxMode: 'inclusive' })
      const without = computeInvoice({ ...terms, taxMode: 'exclusive' })
      assert.deepEqual(
        withTax.lines.map(({ gross }) => gross),
        without.lines.map(({ net }) => net),
      )
      assert.equal(withTax.totals.gross, without.totals.net)
    }),
    { numRuns: 300 },
  )
})

function discount(terms: object) {
  return { reason: 'Discount', percent: null, amount: null, of: null, ...terms }
}
