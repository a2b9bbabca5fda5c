import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Big } from 'big.js'
import fc from 'fast-check'
import { currencyDecimals, type Decimal } from '#contract'
import { computeCredit } from '../../../engines/invoicing/arithmetic/credit.ts'
import { toIssued } from '../../../engines/invoicing/arithmetic/issued.ts'
import { anyStandardTerms } from '../../../engines/invoicing/arithmetic/testing/terms.ts'
import type { CreditNote, Invoice } from '../../../engines/invoicing/documents.ts'
import { billingDocument } from '../../../engines/invoicing/en16931/document.ts'
import { all, one, parseXml } from '../../../engines/invoicing/en16931/testing/parse-xml.ts'
import { toUbl } from '../../../engines/invoicing/en16931/write.ts'
import { creditNoteFor, issued, practice } from '../../../engines/invoicing/testing/issued.ts'
import { cases } from '../../../scripts/test/full.ts'
import { renderDocument } from './pdf/render-document.ts'
import { pagesOf, withoutPoppler } from './pdf/testing/poppler.ts'

const big = (amount: Decimal | string) => new Big(String(amount))
const sum = (amounts: Big[]) => amounts.reduce((total, amount) => total.plus(amount), new Big(0))

interface Figures {
  net: Big
  tax: Big
  rounding: Big
  gross: Big
}

/** The totals of EN 16931 from the lines and discounts as given (BR-CO-10 to 17), with an arithmetic of its own. */
function oracle(invoice: Invoice): Figures {
  const decimals = currencyDecimals(invoice.currency)
  const rounded = (amount: Big) => amount.round(decimals, Big.roundHalfUp)
  const isInclusive = invoice.taxMode === 'inclusive'
  const rates = new Set(invoice.lines.map(({ taxRate }) => String(taxRate)))
  const groups = Array.from(rates, (rate) => {
    const ofRate = <Part extends { taxRate: Decimal }>(parts: readonly Part[]) =>
      parts.filter(({ taxRate }) => String(taxRate) === rate)
    const lines = ofRate(invoice.lines).map(({ quantity, unitPrice, discountPercent }) => {
      const price = big(quantity).times(big(unitPrice))
      const before = rounded(price)
      return discountPercent ? before.minus(rounded(price.times(big(discountPercent)).div(100))) : before
    })
    const taken = ofRate(invoice.discounts).map(({ amount, gross }) => big(isInclusive ? gross : amount))
    const base = sum(lines).minus(sum(taken))
    const net = isInclusive ? rounded(base.times(100).div(big(rate).plus(100))) : base
    const tax = rounded(net.times(big(rate)).div(100))
    return { net, tax, gross: isInclusive ? base : net.plus(tax) }
  })
  const [net, tax, gross] = (['net', 'tax', 'gross'] as const).map((part) =>
    sum(groups.map((one) => one[part])),
  )
  return { net: net!, tax: tax!, rounding: gross!.minus(net!).minus(tax!), gross: gross! }
}

const written = ({ net, tax, rounding, gross }: Record<keyof Figures, Big | Decimal>) =>
  [net, tax, rounding, gross].map((amount) => big(String(amount)).toString())

test('JSON and XML of any invoice state the figures that an oracle computes', () => {
  fc.assert(
    fc.property(anyStandardTerms, (terms) => {
      const invoice = issued(terms)
      const expected = oracle(invoice)
      assert.deepEqual(written(invoice.totals), written(expected))
      const root = parseXml(toUbl(billingDocument(invoice), practice, 'en16931'))
      const total = (name: string) => one(root, 'LegalMonetaryTotal', name) ?? '0'
      assert.deepEqual(
        [
          total('TaxExclusiveAmount'),
          one(root, 'TaxTotal', 'TaxAmount')!,
          total('PayableRoundingAmount'),
        ].map((amount) => big(amount).toString()),
        written(expected).slice(0, 3),
      )
      assert.equal(big(total('PayableAmount')).toString(), expected.gross.toString())
      assert.deepEqual(
        all(root, 'TaxTotal', 'TaxSubtotal').map((group) => one(group, 'TaxAmount')),
        invoice.taxBreakdown.map(({ tax }) => String(tax)),
      )
    }),
    { numRuns: cases(300), seed: 300 },
  )
})

test('a credit note of any part of an invoice states the tax on its net', () => {
  fc.assert(
    fc.property(anyStandardTerms, fc.infiniteStream(fc.boolean()), (terms, chosen) => {
      const invoice = issued(terms)
      const wanted = invoice.lines
        .filter(({ gross }, at) => gross.sign > 0 && (chosen.next().value || at === 0))
        .map(({ id, quantity }) => ({ lineId: id, quantity }))
      for (const { net, tax, rounding, gross, taxRate } of computeCredit(toIssued(invoice), [], wanted)
        .taxes) {
        const expected = big(net).times(big(taxRate)).div(100).round(terms.decimals, Big.roundHalfUp)
        assert.equal(big(tax).toString(), expected.toString())
        assert.equal(big(net).plus(big(tax)).plus(big(rounding)).toString(), big(gross).toString())
      }
    }),
    { numRuns: cases(100), seed: 100 },
  )
})

describe('the PDF', { skip: withoutPoppler }, () => {
  test('of any invoice states the same figures', async () => {
    for (const terms of fc.sample(anyStandardTerms, { numRuns: cases(100), seed: 20 })) {
      const invoice = issued(terms)
      assertFigures(await renderDocument(invoice, practice), invoice)
    }
  })

  test('of any credit note states the same figures', async () => {
    for (const [n, terms] of fc.sample(anyStandardTerms, { numRuns: cases(50), seed: 21 }).entries()) {
      const note = creditNoteFor(issued(terms), n % 2 === 0)
      assertFigures(await renderDocument(note, practice), note)
    }
  })
})

function assertFigures(
  pdf: Buffer,
  { taxMode, totals, taxBreakdown }: Pick<CreditNote, 'taxMode' | 'totals' | 'taxBreakdown'>,
): void {
  const text = pagesOf(pdf)
    .join('\n')
    .replaceAll(/[,\s]+/g, '')
  const { net, rounding, gross } = totals
  const shown = [...(taxMode === 'exclusive' ? [net] : []), gross, ...(rounding.sign === 0 ? [] : [rounding])]
  const taxes = taxBreakdown.filter(({ tax }) => tax.sign > 0).map(({ tax }) => tax)
  for (const amount of [...shown, ...taxes])
    assert.ok(text.includes(String(amount).replace('-', '')), `${amount} is in ${text}`)
}
