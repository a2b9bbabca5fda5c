import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Decimal } from '#contract'
import { cases } from '../../../testing/full.ts'
import { type CreditedLine, computeCredit, type Issued } from './credit.ts'
import { computeInvoice, type Terms } from './invoice.ts'
import { computedPart, type Split, sumOfSplits, type Tax, taxKey, totalsOf } from './split.ts'
import { anyTerms, discount, line, termsOf } from './testing/terms.ts'

const prices = ['68.33', '68.33', '57.50', '85.00']

test('four credit notes, one per line, add up to 334.99: the last one takes the remainder', () => {
  const invoice = issued(termsOf(prices.map((price) => line('1', price, '20'))))
  const notes = creditEach(invoice, [[0], [1], [2], [3]])
  assert.deepEqual(grossOf(notes), ['82.00', '82.00', '69.00', '101.99'])
  assert.equal(grossOf([{ totals: sumOfSplits(notes.map(({ totals }) => totals)) }])[0], '334.99')
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
      assertAllCredited(invoice, creditQuantities(invoice, portions))
    }),
    { numRuns: cases(500) },
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

function creditQuantities(invoice: Issued, notes: { lineId: string; quantity: Decimal }[][]) {
  const credited: CreditedLine[] = []
  return notes.map((wanted) => {
    const note = computeCredit(invoice, credited, wanted)
    credited.push(...note.lines)
    return note
  })
}

const grossOf = (notes: { totals: { gross: Decimal } }[]) => notes.map(({ totals }) => String(totals.gross))

function assertAllCredited(invoice: Issued, notes: ReturnType<typeof computeCredit>[]): void {
  for (const { lines, taxes, totals } of notes) {
    const { net, tax, rounding, gross } = totals
    assert.deepEqual(sumOfSplits(lines), { net, tax: tax.plus(rounding), gross })
    assert.deepEqual(totalsOf(taxes), totals)
    for (const split of [...lines, ...taxes.map(withRounding)]) {
      assert.deepEqual(split.net.plus(split.tax), split.gross)
      assert.ok(split.net.sign >= 0 && split.tax.sign >= 0)
    }
    for (const group of taxes) assert.deepEqual(group.tax, computedPart(group.net, group, 'exclusive'))
  }
  for (const whole of invoice.taxes.map(withRounding)) {
    const { net, tax, gross } = whole
    const credited = notes.flatMap(({ taxes }) => taxes.filter((other) => taxKey(other) === taxKey(whole)))
    assert.deepEqual(sumOfSplits(credited.map(withRounding)), { net, tax, gross })
    assertNearlyExact(invoice.taxMode, credited.map(withRounding))
  }
}

/** The tax together with the rounding amount, as the algorithm divides it. */
const withRounding = <Group extends Split & Tax>(group: Group): Group => ({
  ...group,
  tax: group.gross.minus(group.net),
})

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
