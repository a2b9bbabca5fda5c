import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CreditedLine, computeCredit, type Issued } from './credit.ts'
import { computeInvoice, type Terms } from './invoice.ts'
import { sumOfSplits, taxKey } from './split.ts'
import { anyTerms, line, termsOf } from './testing/terms.ts'
import { fromUnits, toUnits } from './units.ts'

const prices = ['68.33', '68.33', '57.50', '85.00']

test('four credit notes, one a line, come to 334.99: the last one takes the remainder', () => {
  const invoice = issued(termsOf(prices.map((price) => line('1', price, '20'))))
  const notes = creditEach(invoice, [[0], [1], [2], [3]])
  assert.deepEqual(grossOf(notes), ['82.00', '82.00', '69.00', '101.99'])
  assert.equal(grossOf([{ totals: sumOfSplits(notes.map(({ totals }) => totals)) }])[0], '334.99')
})

test('they do so in any order, and with prices that have tax in them', () => {
  for (const taxMode of ['exclusive', 'inclusive'] as const) {
    const invoice = issued(termsOf(prices.map((price) => line('1', price, '20'), { taxMode })))
    const notes = creditEach(invoice, [[3], [1, 0], [2]])
    assertAllCredited(invoice, notes)
  }
})

test('a third of a line at a time comes to the line', () => {
  const invoice = issued(termsOf([line('3', '3.33', '20', { discountAmount: '0.50' })]))
  const notes = creditQuantities(
    invoice,
    ['1', '1', '1'].map((quantity) => [{ lineId: '0', quantity }]),
  )
  assertAllCredited(invoice, notes)
})

test('a line is credited with its share of the discount on the document', () => {
  const discounts = [{ reason: 'Staff', percent: '10', amount: null, of: null }]
  const invoice = issued(termsOf([line('1', '100', '20'), line('1', '50', '20')], { discounts }))
  assert.deepEqual(grossOf(creditEach(invoice, [[0], [1]])), ['108.00', '54.00'])
})

test('whatever is credited in whatever portions, all of it comes to the invoice, per rate', () => {
  fc.assert(
    fc.property(anyTerms, fc.infiniteStream(fc.nat({ max: 1000 })), (terms, random) => {
      const invoice = issued(terms)
      const left = new Map(invoice.lines.map(({ id, quantity }) => [id, toUnits(quantity, 6)]))
      const portions: { lineId: string; quantity: string }[][] = []
      for (let round = 0; left.size > 0; round++) {
        const portion = [...left].flatMap(([lineId, units]) => {
          const number = random.next().value
          if (round < 6 && number < 500) return []
          const taken = round < 6 ? (units * BigInt(number)) / 1000n || units : units
          if (taken === units) left.delete(lineId)
          else left.set(lineId, units - taken)
          return [{ lineId, quantity: fromUnits(taken, 6) }]
        })
        if (portion.length > 0) portions.push(portion)
      }
      assertAllCredited(invoice, creditQuantities(invoice, portions))
    }),
    { numRuns: 500 },
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
      return { ...amounts, id: String(at), quantity, of: { taxCategory, taxRate } }
    }),
  }
}

const creditEach = (invoice: Issued, notes: number[][]) =>
  creditQuantities(
    invoice,
    notes.map((lines) => lines.map((at) => ({ lineId: String(at), quantity: invoice.lines[at]!.quantity }))),
  )

function creditQuantities(invoice: Issued, notes: { lineId: string; quantity: string }[][]) {
  const credited: CreditedLine[] = []
  return notes.map((wanted) => {
    const note = computeCredit(invoice, credited, wanted)
    credited.push(...note.lines)
    return note
  })
}

const grossOf = (notes: { totals: { gross: bigint } }[]) =>
  notes.map(({ totals }) => fromUnits(totals.gross, 2))

function assertAllCredited(invoice: Issued, notes: ReturnType<typeof computeCredit>[]): void {
  for (const { lines, taxes, totals } of notes) {
    assert.deepEqual(sumOfSplits(lines), totals)
    assert.deepEqual(sumOfSplits(taxes), totals)
    for (const split of [...lines, ...taxes]) {
      assert.equal(split.net + split.tax, split.gross)
      assert.ok(split.net >= 0n && split.tax >= 0n && split.gross >= 0n)
    }
  }
  for (const { of, net, tax, gross } of invoice.taxes) {
    const credited = notes.flatMap(({ taxes }) => taxes.filter((other) => taxKey(other.of) === taxKey(of)))
    assert.deepEqual(sumOfSplits(credited), { net, tax, gross })
  }
}
