import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Invoice, Settings } from '#contract'
import { Refusal } from '#platform'
import { anyTerms, line, termsOf } from '../arithmetic/testing/terms.ts'
import { issued, practice, practiceWith } from '../testing/issued.ts'
import { assertEn16931 } from './testing/assert-en16931.ts'
import { all, one, parseXml } from './testing/parse-xml.ts'
import { assertOrdered } from './testing/schema-order.ts'
import { toUbl } from './to-ubl.ts'

function read(invoice: Invoice, settings: Settings = practice) {
  const root = parseXml(toUbl(invoice, settings))
  assertOrdered(root)
  assertEn16931(root)
  return root
}

function refusedFor(invoice: Invoice, settings: Settings = practice) {
  try {
    toUbl(invoice, settings)
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, paths: error.fields.map(({ path }) => path) }
    throw error
  }
  return assert.fail('should be refused')
}

const total = (root: ReturnType<typeof read>, name: string) => one(root, 'LegalMonetaryTotal', name)

test('any invoice in yen, euros or dinars keeps the rules of EN 16931 and the order of UBL 2.1', () => {
  fc.assert(
    fc.property(anyTerms, fc.constantFrom('Z', 'E', 'AE', 'K', 'G'), (terms, untaxed) => {
      const invoice = issued(terms, {}, untaxed)
      assert.equal(total(read(invoice), 'PayableAmount'), invoice.totals.due)
    }),
    { numRuns: 400, seed: 16931 },
  )
})

test('with prices without tax there is never anything to round', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const root = read(issued({ ...terms, taxMode: 'exclusive' }))
      assert.equal(total(root, 'PayableRoundingAmount'), undefined)
    }),
    { numRuns: 100, seed: 114 },
  )
})

test('with tax in the prices, 2 x 1.96 and 2 x 0.04 are 4.00 to pay', () => {
  const root = read(
    issued(termsOf([line('2', '1.96', '13'), line('2', '0.04', '24')], { taxMode: 'inclusive' })),
  )
  assert.equal(total(root, 'PayableAmount'), '4.00')
})

test('where the tax in the prices differs from tax on the net, the rounding amount says by how much', () => {
  // 0.03 with 100 percent: the net is 0.015, rounded to 0.02; its tax would be 0.02, and 0.04 in all.
  const root = read(issued(termsOf([line('1', '0.03', '100')], { taxMode: 'inclusive' })))
  assert.equal(total(root, 'TaxExclusiveAmount'), '0.02')
  assert.equal(total(root, 'TaxInclusiveAmount'), '0.04')
  assert.equal(total(root, 'PayableRoundingAmount'), '-0.01')
  assert.equal(total(root, 'PayableAmount'), '0.03')
})

test('16 x 348.35 less 4 % and with 22 % is 6527.81', () => {
  const root = read(issued(termsOf([line('16', '348.35', '22', { discountPercent: '4' })])))
  assert.equal(total(root, 'TaxInclusiveAmount'), '6527.81')
  assert.equal(one(root, 'InvoiceLine', 'AllowanceCharge', 'Amount'), '222.94')
})

test('what was paid and what was credited is prepaid', () => {
  const made = issued(termsOf([line('1', '100', '20')]))
  const totals = { ...made.totals, paid: '50.00', credited: '20.00', due: '50.00' }
  const root = read({ ...made, totals })
  assert.equal(total(root, 'PrepaidAmount'), '70.00')
  assert.equal(total(root, 'PayableAmount'), '50.00')
})

test('the parties, the account and the dates are those of the letterhead and the invoice', () => {
  const root = read(issued(termsOf([line('1', '100', '20')])))
  const seller = all(root, 'AccountingSupplierParty', 'Party')[0]!
  assert.equal(one(seller, 'PartyLegalEntity', 'RegistrationName'), 'Praxis am Park')
  assert.equal(one(seller, 'PartyTaxScheme', 'CompanyID'), 'DE123456789')
  assert.equal(one(seller, 'PostalAddress', 'CityName'), 'Berlin')
  const buyer = all(root, 'AccountingCustomerParty', 'Party')[0]!
  assert.equal(one(buyer, 'PartyLegalEntity', 'RegistrationName'), 'Eleni Papadaki')
  assert.equal(one(buyer, 'PostalAddress', 'Country', 'IdentificationCode'), 'GR')
  assert.equal(one(root, 'PaymentMeans', 'PayeeFinancialAccount', 'ID'), 'DE89370400440532013000')
  assert.deepEqual([one(root, 'IssueDate'), one(root, 'DueDate')], ['2026-03-01', '2026-03-31'])
})

test('a patient without a country is taken to live in the practice’s', () => {
  const made = issued(termsOf([line('1', '100', '20')]))
  const root = read({ ...made, billTo: { ...made.billTo, country: null } })
  const buyer = all(root, 'AccountingCustomerParty', 'Party')[0]!
  assert.equal(one(buyer, 'PostalAddress', 'Country', 'IdentificationCode'), 'DE')
})

test('whatever people write comes out as it was, but for what XML cannot hold', () => {
  const awkward = 'A & B <c> "d" ]]> &amp; أحمد 😀\u0001\uFFFE'
  const made = issued(termsOf([line('1', '100', '20')]))
  const root = read({ ...made, note: awkward, billTo: { ...made.billTo, name: awkward } })
  const shown = 'A & B <c> "d" ]]> &amp; أحمد 😀\uFFFD\uFFFD'
  assert.equal(all(root, 'Note')[0]?.text, shown)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      parseXml(toUbl({ ...made, note: text }, practice))
    }),
    { seed: 1 },
  )
})

test('a letterhead that lacks something is refused, and says what', () => {
  const taxed = issued(termsOf([line('1', '100', '20')]))
  assert.deepEqual(refusedFor(taxed, practiceWith({ country: '', taxId: '' })), {
    code: 'letterhead_incomplete',
    paths: ['letterhead.country', 'letterhead.taxId'],
  })
  const outside = issued(termsOf([line('1', '100', '0')]), {}, 'O')
  assert.deepEqual(refusedFor(outside, practiceWith({ registration: '' })).paths, ['letterhead.registration'])
})

test('a tax number that is no VAT identifier serves at home, and not across a border', () => {
  const numbered = practiceWith({ taxId: '27/123/45678' })
  const root = read(issued(termsOf([line('1', '100', '20')])), numbered)
  assert.equal(one(root, 'AccountingSupplierParty', 'Party', 'PartyTaxScheme', 'TaxScheme', 'ID'), 'FC')
  const abroad = issued(termsOf([line('1', '100', '0')]), {}, 'K')
  assert.deepEqual(refusedFor(abroad, numbered).paths, ['letterhead.taxId'])
})

test('outside the scope of tax no VAT identifier is said, and nothing else may stand beside it', () => {
  const outside = issued(termsOf([line('1', '100', '0')]), {}, 'O')
  read(outside)
  const mixed = issued(termsOf([line('1', '100', '0'), line('1', '100', '20')]), {}, 'O')
  assert.deepEqual(refusedFor(mixed), { code: 'invoice_not_en16931', paths: ['taxBreakdown'] })
})

test('reverse charge needs the buyer’s number', () => {
  const made = issued(termsOf([line('1', '100', '0')]), {}, 'AE')
  const nameless = { ...made, billTo: { ...made.billTo, taxId: null } }
  assert.deepEqual(refusedFor(nameless), { code: 'invoice_not_en16931', paths: ['billTo.taxId'] })
})
