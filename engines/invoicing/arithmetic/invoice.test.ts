import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Decimal } from '#rules/decimal'
import { cases } from '../../../scripts/test/full.ts'
import { InvoicingError } from '../error.ts'
import { computeInvoice } from './invoice.ts'
import { amounts, anyTerms, discount, line, termsOf } from './testing/terms.ts'

test('16 x 348.35 less 4 % with 22 % tax is 6527.81', () => {
  const terms = termsOf([line('16', '348.35', '22', { discountPercent: '4' })])
  assert.deepEqual(amounts(computeInvoice(terms).totals), {
    net: '5350.66',
    tax: '1177.15',
    rounding: '0.00',
    gross: '6527.81',
    discount: '222.94',
  })
})

test('inclusive prices stay as given: 2 x 1.96 at 13 % and 2 x 0.04 at 24 % are 4.00', () => {
  const terms = termsOf([line('2', '1.96', '13'), line('2', '0.04', '24')], { taxMode: 'inclusive' })
  const { totals, lines } = computeInvoice(terms)
  assert.deepEqual(amounts(totals), {
    net: '3.53',
    tax: '0.46',
    rounding: '0.01',
    gross: '4.00',
    discount: '0.00',
  })
  assert.deepEqual(
    lines.map((line) => amounts(line).gross),
    ['3.92', '0.08'],
  )
})

test('tax is computed on the sum of a rate, not per line', () => {
  const prices = ['68.33', '68.33', '57.50', '85.00']
  const computed = computeInvoice(termsOf(prices.map((price) => line('1', price, '20'))))
  assert.equal(amounts(computed.totals).gross, '334.99')
  assert.deepEqual(Decimal.sum(computed.lines.map(({ gross }) => gross)), computed.totals.gross)
})

test('an invoice discount is divided over the rates to the cent', () => {
  const terms = termsOf([line('1', '10.00', '20'), line('1', '20.00', '10'), line('1', '0.01', '0')], {
    discounts: [discount({ reason: 'Staff', amount: '10.00' })],
  })
  const { discounts, totals } = computeInvoice(terms)
  assert.deepEqual(
    discounts.map((discount) => [String(discount.taxRate), amounts(discount).net]),
    [
      ['20', '3.33'],
      ['10', '6.67'],
    ],
  )
  assert.equal(amounts(totals).net, '20.01')
})

test('yen have no decimals and dinars have three', () => {
  const yen = computeInvoice(termsOf([line('3', '33.5', '10')], { decimals: 0 }))
  assert.deepEqual(amounts(yen.totals), {
    net: '101',
    tax: '10',
    rounding: '0',
    gross: '111',
    discount: '0',
  })
  const dinars = computeInvoice(termsOf([line('3', '1.2345', '5')], { decimals: 3 }))
  assert.deepEqual(amounts(dinars.totals), {
    net: '3.704',
    tax: '0.185',
    rounding: '0.000',
    gross: '3.889',
    discount: '0.000',
  })
})

test('discounts that exceed their base and amounts that the currency cannot express are refused by field', () => {
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
      termsOf([ten], {
        discounts: [discount({ percent: '1', of: { taxCategory: 'S', taxRate: Decimal.of(7) } })],
      }),
    ],
    ['lines[0].unitPrice', termsOf([line('999999999999', '999999999999', '20')])],
    ['lines[0].unitPrice', termsOf([line('1000', '1000000000000', '0')])],
    ['lines', termsOf([line('1000', '999999999999', '100')])],
    ['lines', termsOf(Array.from({ length: 3 }, () => line('500', '999999999999', '0')))],
  ]
  for (const [path, terms] of refusals) {
    assert.throws(
      () => computeInvoice(terms),
      (error) => error instanceof InvoicingError && error.fields[0]?.path === path,
      path,
    )
  }
})

test('all wrong lines are reported together', () => {
  const wrong = line('1', '10', '20', { discountAmount: '11' })
  assert.throws(
    () => computeInvoice(termsOf([wrong, line('1', '1', '20'), wrong])),
    (error) => error instanceof InvoicingError && error.fields.length === 2,
  )
})

test('the amounts of any invoice in yen, euros and dinars add up', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const { lines, discounts, taxes, totals } = computeInvoice(terms)
      for (const split of [...lines, ...discounts]) {
        assert.deepEqual(split.net.plus(split.tax), split.gross)
        assert.ok(split.net.sign >= 0 && split.tax.sign >= 0)
      }
      for (const { net, tax, rounding, gross } of [...taxes, totals])
        assert.deepEqual(net.plus(tax).plus(rounding), gross)
      const sumOf = <Part extends string>(part: Part, splits: Record<Part, Decimal>[]) =>
        Decimal.sum(splits.map((split) => split[part]))
      for (const part of ['net', 'tax', 'gross'] as const) {
        const total = part === 'tax' ? totals.tax.plus(totals.rounding) : totals[part]
        assert.deepEqual(sumOf(part, lines).minus(sumOf(part, discounts)), total)
      }
      for (const part of ['net', 'tax', 'rounding', 'gross'] as const)
        assert.deepEqual(sumOf(part, taxes), totals[part])
    }),
    { numRuns: cases(500) },
  )
})

test('with inclusive prices, each line costs the same at any tax rate', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const withTax = computeInvoice({ ...terms, taxMode: 'inclusive' })
      const without = computeInvoice({ ...terms, taxMode: 'exclusive' })
      assert.deepEqual(
        withTax.lines.map(({ gross }) => gross),
        without.lines.map(({ net }) => net),
      )
      assert.deepEqual(withTax.totals.gross, without.totals.net)
    }),
    { numRuns: cases(300) },
  )
})

test('percentages that add up to 100 and were each rounded up leave exactly nothing', () => {
  const halves = [discount({ percent: '50' }), discount({ percent: '50' })]
  for (const taxMode of ['exclusive', 'inclusive'] as const) {
    const { discounts, totals } = computeInvoice(
      termsOf([line('1', '0.05', '20')], { taxMode, discounts: halves }),
    )
    const taken = discounts.map((share) => amounts(share)[taxMode === 'exclusive' ? 'net' : 'gross'])
    assert.deepEqual(taken, ['0.03', '0.02'])
    assert.deepEqual(amounts(totals), {
      net: '0.00',
      tax: '0.00',
      rounding: '0.00',
      gross: '0.00',
      discount: '0.05',
    })
  }
})

test('only the rounding of a percentage is forgiven: an amount or a whole percent too much is refused', () => {
  for (const last of [discount({ amount: '0.03' }), discount({ percent: '80' })])
    assert.throws(
      () =>
        computeInvoice(
          termsOf([line('1', '0.05', '20')], { discounts: [discount({ percent: '50' }), last] }),
        ),
      InvoicingError,
    )
})

test('each percentage is of the sum of the lines of its rate', () => {
  const { discounts, totals } = computeInvoice(
    termsOf([line('1', '100', '20'), line('1', '50', '10')], {
      discounts: [
        discount({ percent: '10' }),
        discount({ percent: '10', of: { taxCategory: 'S', taxRate: Decimal.of(10) } }),
      ],
    }),
  )
  assert.deepEqual(
    discounts.map((share) => [String(share.taxRate), amounts(share).net]),
    [
      ['20', '10.00'],
      ['10', '5.00'],
      ['10', '5.00'],
    ],
  )
  assert.equal(amounts(totals).net, '130.00')
})

test('a line is rounded half up, and so is its discount', () => {
  const cases: [
    quantity: string,
    price: string,
    discounts: Parameters<typeof line>[3],
    net: string,
    discount: string,
  ][] = [
    ['1', '0.005', {}, '0.01', '0.00'],
    ['1', '0.004999', {}, '0.00', '0.00'],
    ['3', '0.335', {}, '1.01', '0.00'],
    ['1', '0.50', { discountPercent: '1' }, '0.49', '0.01'],
    ['1', '0.50', { discountPercent: '0.9' }, '0.50', '0.00'],
    ['1', '0.005', { discountPercent: '100' }, '0.00', '0.01'],
    ['1', '10', { discountAmount: '10' }, '0.00', '10.00'],
    ['1', '1.005', { discountAmount: '1' }, '0.01', '1.00'],
  ]
  for (const [quantity, price, discounts, net, discount] of cases) {
    const [computed] = computeInvoice(termsOf([line(quantity, price, '0', discounts)])).lines
    assert.deepEqual(
      [amounts(computed!).net, amounts(computed!).discount],
      [net, discount],
      `${quantity} x ${price}`,
    )
  }
})
