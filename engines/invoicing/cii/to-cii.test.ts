import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Decimal } from '#rules/decimal'
import { cases } from '../../../scripts/test/full.ts'
import { anyStandardTerms, line, termsOf } from '../arithmetic/testing/terms.ts'
import { creditNoteFor, creditNotesFor, issued, practice, practiceWith } from '../testing/issued.ts'
import { type BillingDocument, documentOfCreditNote, documentOfInvoice } from '../ubl/document.ts'
import { assertEn16931 } from '../ubl/testing/assert-en16931.ts'
import { all, parseXml } from '../ubl/testing/parse-xml.ts'
import { named } from '../ubl/testing/rules.ts'
import { assertOrderedBy } from '../ubl/testing/schema-order.ts'
import { toUbl } from '../ubl/to-ubl.ts'
import { factsOfCii, factsOfUbl } from './testing/facts.ts'
import { ciiOrder } from './testing/schema-order.ts'
import { toCii } from './to-cii.ts'

/** Asserts that a document is in the order of the schema, and that it states what the UBL does, whose rules are checked. */
function compare(document: BillingDocument, from = practice) {
  const [cii, ubl] = [parseXml(toCii(document, from)), parseXml(toUbl(document, from, 'en16931'))]
  assertOrderedBy(ciiOrder, cii)
  assertEn16931(ubl)
  const facts = factsOfCii(cii)
  assert.deepEqual(facts, factsOfUbl(ubl))
  return { cii, facts }
}

const anyUntaxed = fc.constantFrom('Z' as const, 'E' as const, 'AE' as const, 'K' as const, 'G' as const)

test('the CII of any invoice states what its JSON and its UBL state', () => {
  fc.assert(
    fc.property(
      anyStandardTerms,
      anyUntaxed,
      fc.option(fc.constant('Get well soon.')),
      (terms, untaxed, note) => {
        const invoice = issued(terms, { note }, untaxed)
        const { facts } = compare(documentOfInvoice(invoice))
        const { net, tax, gross } = invoice.totals
        assert.deepEqual([facts.net, facts.tax, facts.payable], [net, tax, gross].map(String))
      },
    ),
    { numRuns: cases(300), seed: 300 },
  )
})

test('the CII of any credit note states what its UBL states', () => {
  fc.assert(
    fc.property(anyStandardTerms, fc.boolean(), (terms, byAmount) => {
      const { facts } = compare(documentOfCreditNote(creditNoteFor(issued(terms), byAmount)))
      assert.deepEqual([facts.type, facts.preceding], ['381', 'INV-00001'])
    }),
    { numRuns: cases(100), seed: 381 },
  )
})

test('the UBL and CII of the credit notes for all lines state exactly the net and tax of the invoice', () => {
  fc.assert(
    fc.property(anyStandardTerms, (terms) => {
      const invoice = issued(terms)
      const facts = creditNotesFor(invoice).map((note) => compare(documentOfCreditNote(note)).facts)
      const { net, tax, gross } = invoice.totals
      const sumOf = (of: 'net' | 'tax' | 'payable') =>
        Decimal.sum(facts.map((fact) => Decimal.of(fact[of] ?? '0')))
      assert.deepEqual(
        [sumOf('net'), sumOf('tax'), sumOf('payable')].map(String),
        [net, tax, gross].map(String),
      )
    }),
    { numRuns: cases(100), seed: 17 },
  )
})

test('an account is an IBAN if its check digits are right', () => {
  const document = documentOfInvoice(issued(termsOf([line('1', '100', '20')])))
  assert.match(toCii(document, practice), /IBANID>DE89/)
  assert.match(toCii(document, practiceWith({ iban: 'DE88370400440532013000' })), /ProprietaryID>DE88/)
})

test('line breaks of any kind are written as line feeds', () => {
  const made = { ...issued(termsOf([line('1', '100', '20')])), note: 'a\r\nb\rc\nd' }
  assert.match(toCii(documentOfInvoice(made), practice), />a\nb\nc\nd</)
})

test('details of parties and lines are included', () => {
  const made = issued(termsOf([line('1', '100', '0'), line('2', '5', '0', { discountAmount: '1' })]), {}, 'O')
  const [first, second] = made.lines
  const { facts } = compare(
    documentOfInvoice({
      ...made,
      billTo: { ...made.billTo, patientName: 'Anna', region: 'Attica', taxId: 'AB-1' },
      lines: [{ ...first!, code: 'C-1', lot: 'L-1' }, second!],
    }),
    practiceWith({ iban: '12345', taxId: '27/123' }),
  )
  assert.deepEqual(
    [facts.account, facts.buyer.company, facts.buyer.region, facts.seller.scheme, facts.notes],
    ['12345', 'AB-1', 'Attica', '9930', ['Patient: Anna']],
  )
  assert.deepEqual([facts.lines[0]?.lot, facts.lines[1]?.discount], ['L-1', '1.00'])
})

test('only the tax has its currency, and dates have the format of EDIFACT', () => {
  const { cii } = compare(documentOfInvoice(issued(termsOf([line('1', '100', '20')]))))
  assert.deepEqual(
    named(cii, 'TaxTotalAmount').map(({ attributes }) => attributes),
    [{ currencyID: 'EUR' }],
  )
  const dates = named(cii, 'DateTimeString')
  assert.deepEqual(
    dates.map(({ attributes, text }) => [attributes.format, text]),
    [
      ['102', '20260301'],
      ['102', '20260331'],
    ],
  )
  assert.equal(all(cii, 'SupplyChainTradeTransaction', 'ApplicableHeaderTradeDelivery').length, 1)
})

test('what EN 16931 requires is required, too', () => {
  const made = documentOfInvoice(issued(termsOf([line('1', '100', '20')])))
  assert.throws(() => toCii(made, practiceWith({ country: '' })), { code: 'letterhead_incomplete' })
})
