import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Decimal } from '#rules/decimal'
import { cases } from '../../../scripts/test/full.ts'
import { type Credit, computeAmountCredit, computeCredit } from './credit.ts'
import { computeInvoice, type Terms } from './invoice.ts'
import { type EarlierNote, type Issued, openLines } from './open-lines.ts'
import { computedPart, type Split, sumOfSplits, type Tax, taxKey, totalsOf } from './split.ts'
import { anyTerms, discount, line, termsOf } from './testing/terms.ts'

const prices = ['68.33', '68.33', '57.50', '85.00']

test('four credit notes, one per line, add up to 334.99: the last one takes the remainder', () => {
  const invoice = issued(termsOf(prices.map((price) => line('1', price, '20'))))
  const notes = creditEach(invoice, [[0], [1], [2], [3]])
  assert.deepEqual(grossOf(notes), ['82.00', '82.00', '69.00', '101.99'])
  assert.equal(grossOf([{ totals: sumOfSplits(notes.map(({ totals }) => totals)) }])[0], '334.99')
})

test('their taxes add up to the tax of the invoice, and none needs a rounding amount', () => {
  const invoice = issued(termsOf(prices.map((price) => line('1', price, '20'))))
  const notes = creditEach(invoice, [[0], [1], [2], [3]])
  assert.deepEqual(
    notes.map(({ totals }) => [totals.tax, totals.rounding].map(String)),
    [
      ['13.67', '0.00'],
      ['13.67', '0.00'],
      ['11.50', '0.00'],
      ['16.99', '0.00'],
    ],
  )
  assert.equal(String(invoice.taxes[0]?.tax), '55.83')
})

test('the tax in yen is only rounded up or down, also in the last of many credit notes', () => {
  const prices = ['106', '106', '100', '100']
  const invoice = issued(
    termsOf(
      prices.map((price) => line('1', price, '10')),
      { decimals: 0 },
    ),
  )
  const notes = creditEach(invoice, [[0], [1], [2], [3]])
  assertAllCredited(invoice, notes)
  assert.deepEqual(
    notes.map(({ totals }) => String(totals.tax)),
    ['11', '10', '10', '10'],
  )
})

test('they do so in any order, and with inclusive prices', () => {
  for (const taxMode of ['exclusive', 'inclusive'] as const) {
    const invoice = issued(termsOf(prices.map((price) => line('1', price, '20'), { taxMode })))
    const notes = creditEach(invoice, [[3], [1, 0], [2]])
    assertAllCredited(invoice, notes)
  }
})

test('three credit notes of a third each add up to the line', () => {
  const invoice = issued(termsOf([line('3', '3.33', '20', { discountAmount: '0.50' })]))
  const notes = creditQuantities(
    invoice,
    ['1', '1', '1'].map((quantity) => [{ lineId: '0', quantity: Decimal.of(quantity) }]),
  )
  assertAllCredited(invoice, notes)
})

test('a line is credited with its share of the invoice discount', () => {
  const discounts = [discount({ percent: '10' })]
  const invoice = issued(termsOf([line('1', '100', '20'), line('1', '50', '20')], { discounts }))
  assert.deepEqual(grossOf(creditEach(invoice, [[0], [1]])), ['108.00', '54.00'])
})

test('any credit notes for the whole invoice add up to it, per rate', () => {
  fc.assert(
    fc.property(anyTerms, fc.infiniteStream(fc.nat({ max: 1000 })), (terms, random) => {
      const invoice = issued(terms)
      const left = new Map(invoice.lines.map(({ id, quantity }) => [id, quantity]))
      const portions: { lineId: string; quantity: Decimal }[][] = []
      for (let round = 0; left.size > 0; round++) {
        const portion = [...left].flatMap(([lineId, most]) => {
          const number = random.next().value
          if (round < 6 && number < 500) return []
          const part = most.times(Decimal.of(`${number}e-3`)).round(6, 'floor')
          const quantity = round < 6 && part.sign > 0 ? part : most
          if (quantity.equals(most)) left.delete(lineId)
          else left.set(lineId, most.minus(quantity))
          return [{ lineId, quantity }]
        })
        if (portion.length > 0) portions.push(portion)
      }
      const notes = creditQuantities(invoice, portions)
      assertAllCredited(invoice, notes)
      for (const whole of invoice.taxes) assertNearlyExact(invoice.taxMode, groupsLike(whole, notes))
    }),
    { numRuns: cases(500) },
  )
})

test('an amount is credited exactly, with the tax that it contains', () => {
  const invoice = issued(termsOf([line('2', '50', '20'), line('1', '10', '0')]))
  const { totals, lines } = computeAmountCredit(invoice, [], ['0', '1'], Decimal.of('13.00'))
  const { net, tax, gross } = totals
  assert.deepEqual([net, tax, gross].map(String), ['11.00', '2.00', '13.00'])
  assert.deepEqual(
    lines.map(({ quantity, gross }) => [quantity, String(gross)]),
    [
      [null, '12.00'],
      [null, '1.00'],
    ],
  )
})

test('an amount of some lines credits no other line, and lists no other rate', () => {
  const invoice = issued(termsOf([line('2', '50', '20'), line('1', '50', '20'), line('1', '10', '0')]))
  const { lines, taxes } = computeAmountCredit(invoice, [], ['1'], Decimal.of('12.00'))
  assert.deepEqual(
    lines.map(({ lineId, gross }) => [lineId, String(gross)]),
    [['1', '12.00']],
  )
  assert.deepEqual(
    taxes.map(({ taxRate }) => String(taxRate)),
    ['20'],
  )
})

test('an amount that leaves a cent leaves it of the net', () => {
  for (const [price, rate, amount, net] of [
    ['0.50', '1', '0.50', '0.49'],
    ['0.01', '50', '0.01', '0.00'],
  ] as const) {
    const invoice = issued(termsOf([line('1', price, rate)]))
    const { totals } = computeAmountCredit(invoice, [], ['0'], Decimal.of(amount))
    assert.deepEqual([totals.net, totals.gross].map(String), [net, amount])
  }
})

test('after an amount, quantities are credited at the price of the line until nothing is left', () => {
  const invoice = issued(termsOf([line('3', '20', '0')]))
  const one = [{ lineId: '0', quantity: Decimal.of('1') }]
  const notes = credited([
    (before) => computeAmountCredit(invoice, before, ['0'], Decimal.of('10.00')),
    ...Array.from({ length: 3 }, () => (before: EarlierNote[]) => computeCredit(invoice, before, one)),
  ])
  assert.deepEqual(grossOf(notes), ['10.00', '20.00', '20.00', '10.00'])
})

test('a line whose amount is fully credited has no quantity left', () => {
  const invoice = issued(termsOf([line('3', '20', '20')]))
  const note = computeAmountCredit(invoice, [], ['0'], Decimal.of('72.00'))
  assert.equal(String(openLines(invoice, [note])[0]?.quantityLeft), '0')
})

test('more than is left cannot be credited', () => {
  const invoice = issued(termsOf([line('3', '20', '20')]))
  const note = computeAmountCredit(invoice, [], ['0'], Decimal.of('71.99'))
  assert.throws(() => computeAmountCredit(invoice, [note], ['0'], Decimal.of('0.02')), {
    code: 'credit_exceeds_invoice',
    message: 'Only 0.01 left to credit.',
    fields: [{ path: 'amount', message: 'Only 0.01 left to credit' }],
  })
})

test('any amounts and quantities that credit the whole invoice add up to it, per rate', () => {
  fc.assert(
    fc.property(anyTerms, fc.infiniteStream(fc.nat({ max: 1000 })), (terms, random) => {
      const invoice = issued(terms)
      const chance = () => random.next().value
      const portion = (most: Decimal) => most.times(Decimal.of(`${1 + chance()}e-3`))
      const step = (before: EarlierNote[]) => {
        const open = openLines(invoice, before).filter(({ quantityLeft }) => quantityLeft.sign > 0)
        const some = open.filter(() => chance() < 500)
        const chosen = some.length > 0 ? some : open
        const ids = chosen.map(({ id }) => id)
        const all = chosen.map(({ id, quantityLeft }) => ({ lineId: id, quantity: quantityLeft }))
        const most = computeCredit(invoice, before, all).totals.gross
        const amount = Decimal.min(portion(most).round(most.scale, 'ceiling'), most)
        if (chance() < 500 && amount.sign > 0) {
          const note = computeAmountCredit(invoice, before, ids, amount)
          assert.deepEqual(note.totals.gross, amount)
          return note
        }
        const parts = all.map(({ lineId, quantity }) => ({
          lineId,
          quantity: Decimal.min(portion(quantity).round(6, 'ceiling'), quantity),
        }))
        return computeCredit(invoice, before, parts)
      }
      const rest = (before: EarlierNote[]) => {
        const open = openLines(invoice, before).filter(({ quantityLeft }) => quantityLeft.sign > 0)
        const all = open.map(({ id, quantityLeft }) => ({ lineId: id, quantity: quantityLeft }))
        return computeCredit(invoice, before, all)
      }
      assertAllCredited(invoice, credited([step, step, step, rest]))
    }),
    { numRuns: cases(500), seed: 15 },
  )
})

function issued(terms: Terms): Issued {
  const { lines, discounts, taxes } = computeInvoice(terms)
  return {
    taxMode: terms.taxMode,
    discounts,
    taxes,
    lines: lines.map((amounts, at) => {
      const { quantity, taxCategory, taxRate } = terms.lines[at]!
      return { ...amounts, id: String(at), quantity, taxCategory, taxRate }
    }),
  }
}

const creditEach = (invoice: Issued, notes: number[][]) =>
  creditQuantities(
    invoice,
    notes.map((lines) => lines.map((at) => ({ lineId: String(at), quantity: invoice.lines[at]!.quantity }))),
  )

const creditQuantities = (invoice: Issued, notes: { lineId: string; quantity: Decimal }[][]) =>
  credited(notes.map((wanted) => (before: EarlierNote[]) => computeCredit(invoice, before, wanted)))

/** Computes credit notes, each from the lines of the earlier ones. */
function credited(steps: ((before: EarlierNote[]) => Credit)[]): Credit[] {
  const before: EarlierNote[] = []
  return steps.map((step) => {
    const note = step(before)
    before.push(note)
    return note
  })
}

const groupsLike = (whole: Tax, notes: Credit[]) =>
  notes.flatMap(({ taxes }) => taxes.filter((other) => taxKey(other) === taxKey(whole))).map(withRounding)

const grossOf = (notes: { totals: { gross: Decimal } }[]) => notes.map(({ totals }) => String(totals.gross))

/** Asserts that nothing remains of any rate, and that each credit note adds up and states about the tax on its net. */
function assertAllCredited(invoice: Issued, notes: Credit[]): void {
  for (const { lines, taxes, totals } of notes) {
    const { net, tax, rounding, gross } = totals
    assert.deepEqual(sumOfSplits(lines), { net, tax: tax.plus(rounding), gross })
    assert.deepEqual(totalsOf(taxes), totals)
    for (const split of [...lines, ...taxes.map(withRounding)]) {
      assert.deepEqual(split.net.plus(split.tax), split.gross)
      assert.ok(split.net.sign >= 0 && split.tax.sign >= 0)
    }
    for (const group of taxes) assertTaxOnNet(group)
  }
  for (const whole of invoice.taxes) {
    const { net, tax, gross } = whole
    const ofRate = notes.flatMap(({ taxes }) => taxes.filter((other) => taxKey(other) === taxKey(whole)))
    assert.deepEqual(sumOfSplits(ofRate), { net, tax, gross })
  }
}

/** The tax together with the rounding amount, as lines contain it. */
const withRounding = <Group extends Split & Tax>(group: Group): Group => ({
  ...group,
  tax: group.gross.minus(group.net),
})

/** BR-CO-17 as the published rules check it, which allow less than a whole unit of the currency. We need a minor unit. */
function assertTaxOnNet({ net, tax, ...rate }: Split & Tax): void {
  assert.ok(tax.sign >= 0)
  const minorUnit = Decimal.of(`1e-${net.scale}`)
  const off = tax.minus(computedPart(net, rate, 'exclusive')).abs()
  assert.ok(!minorUnit.lessThan(off), `${tax} is not near the tax on ${net}`)
  const exactly = tax.minus(computedPart(net.round(net.scale + 9), rate, 'exclusive')).abs()
  assert.ok(exactly.lessThan(Decimal.of('1')), `${tax} is a whole unit off the tax on ${net}`)
}

/** Asserts that after each credit note, those of a rate together are within a minor unit of the exact amount. */
function assertNearlyExact(taxMode: Issued['taxMode'], credited: (Split & Tax)[]): void {
  let [base, part] = [Decimal.zero, Decimal.zero]
  for (const { net, tax, gross, ...rate } of credited) {
    base = base.plus(taxMode === 'exclusive' ? net : gross)
    part = part.plus(taxMode === 'exclusive' ? tax : net)
    const exact = computedPart(base.round(base.scale + 9), rate, taxMode)
    const error = part.minus(exact).abs()
    assert.ok(error.lessThan(Decimal.of(`1e-${net.scale}`)), `${part} is not near ${exact}`)
  }
}
