import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Decimal } from '#rules/decimal'
import type { Seller } from '#rules/letterhead'
import { cases } from '../../../scripts/test/full.ts'
import { anyStandardTerms, line, termsOf } from '../arithmetic/testing/terms.ts'
import type { Invoice } from '../documents.ts'
import { InvoicingError } from '../error.ts'
import { creditNoteFor, issued, practice, practiceWith } from '../testing/issued.ts'
import { documentOfCreditNote, documentOfInvoice } from './document.ts'
import { exactPrice } from './line.ts'
import { assertEn16931 } from './testing/assert-en16931.ts'
import { all, one, parseXml } from './testing/parse-xml.ts'
import { assertOrdered } from './testing/schema-order.ts'
import { toUbl } from './to-ubl.ts'

function read(invoice: Invoice, settings: Seller = practice) {
  const root = parseXml(toUbl(documentOfInvoice(invoice), settings, 'en16931'))
  assertOrdered(root)
  assertEn16931(root)
  return root
}

function refusedFor(invoice: Invoice, settings: Seller = practice) {
  try {
    toUbl(documentOfInvoice(invoice), settings, 'en16931')
  } catch (error) {
    if (error instanceof InvoicingError)
      return { code: error.code, paths: error.fields.map(({ path }) => path) }
    throw error
  }
  return assert.fail('should be refused')
}

const total = (root: ReturnType<typeof read>, name: string) => one(root, 'LegalMonetaryTotal', name)

test('any invoice in yen or euros satisfies EN 16931 and the element order of UBL 2.1', () => {
  fc.assert(
    fc.property(anyStandardTerms, fc.constantFrom('Z', 'E', 'AE', 'K', 'G'), (terms, untaxed) => {
      const invoice = issued(terms, {}, untaxed)
      assert.equal(total(read(invoice), 'PayableAmount'), String(invoice.totals.gross))
    }),
    { numRuns: cases(400), seed: 16931 },
  )
})

test('exclusive prices never need a rounding amount', () => {
  fc.assert(
    fc.property(anyStandardTerms, (terms) => {
      const root = read(issued({ ...terms, taxMode: 'exclusive' }))
      assert.equal(total(root, 'PayableRoundingAmount'), undefined)
    }),
    { numRuns: cases(100), seed: 114 },
  )
})

test('the inclusive prices 2 x 1.96 and 2 x 0.04 make 4.00 payable', () => {
  const root = read(
    issued(termsOf([line('2', '1.96', '13'), line('2', '0.04', '24')], { taxMode: 'inclusive' })),
  )
  assert.equal(total(root, 'PayableAmount'), '4.00')
})

test('the rounding amount is the difference between the included tax and the tax on the net', () => {
  // 0.03 with 100 percent: the net is 0.015, rounded to 0.02; its tax would be 0.02, and 0.04 in all.
  const root = read(issued(termsOf([line('1', '0.03', '100')], { taxMode: 'inclusive' })))
  assert.equal(total(root, 'TaxExclusiveAmount'), '0.02')
  assert.equal(total(root, 'TaxInclusiveAmount'), '0.04')
  assert.equal(total(root, 'PayableRoundingAmount'), '-0.01')
  assert.equal(total(root, 'PayableAmount'), '0.03')
})

test('16 x 348.35 less 4 % with 22 % tax is 6527.81', () => {
  const root = read(issued(termsOf([line('16', '348.35', '22', { discountPercent: '4' })])))
  assert.equal(total(root, 'TaxInclusiveAmount'), '6527.81')
  assert.equal(one(root, 'InvoiceLine', 'AllowanceCharge', 'Amount'), '222.94')
})

test('payments and credit notes are no part of the invoice', () => {
  const made = issued(termsOf([line('1', '100', '20')]))
  const [fifty, twenty] = [Decimal.of('50.00'), Decimal.of('20.00')]
  const totals = { ...made.totals, paid: fifty, credited: twenty, due: fifty }
  assert.deepEqual(
    toUbl(documentOfInvoice({ ...made, totals }), practice, 'en16931'),
    toUbl(documentOfInvoice(made), practice, 'en16931'),
  )
})

test('a credit note of any part of an invoice satisfies EN 16931 and names the invoice', () => {
  fc.assert(
    fc.property(anyStandardTerms, fc.boolean(), (terms, byAmount) => {
      const note = creditNoteFor(issued(terms), byAmount)
      const root = parseXml(toUbl(documentOfCreditNote(note), practice, 'en16931'))
      assertOrdered(root)
      assertEn16931(root)
      assert.deepEqual([root.name, one(root, 'CreditNoteTypeCode')], ['CreditNote', '381'])
      const preceding = ['BillingReference', 'InvoiceDocumentReference'] as const
      assert.deepEqual(
        [one(root, ...preceding, 'ID'), one(root, ...preceding, 'IssueDate')],
        ['INV-00001', '2026-03-01'],
      )
      assert.equal(total(root, 'PayableAmount'), String(note.totals.gross))
    }),
    { numRuns: cases(100), seed: 381 },
  )
})

test('parties, account and dates come from the letterhead and the invoice', () => {
  const root = read(issued(termsOf([line('1', '100', '20')])))
  const seller = all(root, 'AccountingSupplierParty', 'Party')[0]!
  assert.equal(one(seller, 'PartyLegalEntity', 'RegistrationName'), 'Praxis am Park')
  assert.equal(one(seller, 'PartyTaxScheme', 'CompanyID'), 'DE123456789')
  assert.equal(one(seller, 'PostalAddress', 'CityName'), 'Berlin')
  const buyer = all(root, 'AccountingCustomerParty', 'Party')[0]!
  assert.equal(one(buyer, 'PartyLegalEntity', 'RegistrationName'), 'Eleni Papadaki')
  assert.equal(one(buyer, 'PostalAddress', 'Country', 'IdentificationCode'), 'GR')
  assert.equal(one(buyer, 'PartyLegalEntity', 'CompanyID'), undefined)
  assert.equal(one(root, 'PaymentMeans', 'PayeeFinancialAccount', 'ID'), 'DE89370400440532013000')
  assert.deepEqual([one(root, 'IssueDate'), one(root, 'DueDate')], ['2026-03-01', '2026-03-31'])
})

test('a patient without a country gets the country of the practice', () => {
  const made = issued(termsOf([line('1', '100', '20')]))
  const root = read({ ...made, billTo: { ...made.billTo, country: null } })
  const buyer = all(root, 'AccountingCustomerParty', 'Party')[0]!
  assert.equal(one(buyer, 'PostalAddress', 'Country', 'IdentificationCode'), 'DE')
})

test('line breaks of any kind are written as line feeds', () => {
  const made = { ...issued(termsOf([line('1', '100', '20')])), note: 'a\r\nb\rc\nd' }
  assert.match(toUbl(documentOfInvoice(made), practice, 'en16931'), />a\nb\nc\nd</)
})

test('lines are numbered from 1, with their descriptions on one line', () => {
  const made = issued(termsOf([line('1', '100', '20'), line('1', '50', '20')]))
  const root = read({
    ...made,
    lines: made.lines.map((line) => ({ ...line, description: 'Bandage,\r\n6 cm' })),
  })
  const named = all(root, 'InvoiceLine').map((line) => [one(line, 'ID'), one(line, 'Item', 'Name')])
  assert.deepEqual(named, [
    ['1', 'Bandage, 6 cm'],
    ['2', 'Bandage, 6 cm'],
  ])
})

test('any text is preserved, except characters that XML cannot express', () => {
  const awkward = 'A & B <c> "d" ]]> &amp; أحمد 😀\u0001\uFFFE'
  const made = issued(termsOf([line('1', '100', '20')]))
  const root = read({ ...made, note: awkward, billTo: { ...made.billTo, name: awkward } })
  const shown = 'A & B <c> "d" ]]> &amp; أحمد 😀\uFFFD\uFFFD'
  assert.equal(all(root, 'Note')[0]?.text, shown)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      parseXml(toUbl(documentOfInvoice({ ...made, note: text }), practice, 'en16931'))
    }),
    { seed: 1 },
  )
})

test('an incomplete letterhead is refused with the missing fields', () => {
  const taxed = issued(termsOf([line('1', '100', '20')]))
  assert.deepEqual(refusedFor(taxed, practiceWith({ country: '', taxId: '' })), {
    code: 'letterhead_incomplete',
    paths: ['letterhead.country', 'letterhead.taxId'],
  })
  const outside = issued(termsOf([line('1', '100', '0')]), {}, 'O')
  assert.deepEqual(refusedFor(outside, practiceWith({ registration: '' })).paths, ['letterhead.registration'])
})

test('a tax number that is not a VAT identifier is enough for domestic invoices only', () => {
  const numbered = practiceWith({ taxId: '27/123/45678' })
  const root = read(issued(termsOf([line('1', '100', '20')])), numbered)
  assert.equal(one(root, 'AccountingSupplierParty', 'Party', 'PartyTaxScheme', 'TaxScheme', 'ID'), 'FC')
  const abroad = issued(termsOf([line('1', '100', '0')]), {}, 'K')
  assert.deepEqual(refusedFor(abroad, numbered).paths, ['letterhead.taxId'])
})

test('an invoice in a currency with three decimals cannot be expressed', () => {
  const dinars = issued(termsOf([line('1', '1.234', '20')], { decimals: 3 }))
  assert.deepEqual(refusedFor(dinars), { code: 'invoice_not_en16931', paths: ['currency'] })
})

test('an invoice outside the scope of tax has no VAT identifier and no other categories', () => {
  const outside = issued(termsOf([line('1', '100', '0')]), {}, 'O')
  read(outside)
  const mixed = issued(termsOf([line('1', '100', '0'), line('1', '100', '20')]), {}, 'O')
  assert.deepEqual(refusedFor(mixed), { code: 'invoice_not_en16931', paths: ['taxBreakdown'] })
})

test('reverse charge requires the buyer’s tax number', () => {
  const made = issued(termsOf([line('1', '100', '0')]), {}, 'AE')
  const nameless = { ...made, billTo: { ...made.billTo, taxId: null } }
  assert.deepEqual(refusedFor(nameless), { code: 'invoice_incomplete', paths: ['billTo.taxId'] })
})

test('the price is the stated one, or the shortest with which the line adds up in two decimals', () => {
  const cases: [
    net: string,
    quantity: string,
    stated: string | null,
    discount: string | null,
    price: string,
  ][] = [
    ['10.00', '2', null, null, '5.00'],
    ['10.00', '3', null, null, '3.333'],
    ['0.01', '1000', null, null, '0.00001'],
    ['0.00', '7', null, null, '0.00'],
    ['3.70', '0.000001', null, null, '3700000.00'],
    ['9.00', '3', '3.333', '1.00', '3.333'],
    // 1.5 x 33 yen are 49.5, which is rounded to 50.
    ['50', '1.5', '33', null, '33.33'],
    ['100', '3', '33.4', null, '33.333'],
    ['99', '3', '33', null, '33'],
  ]
  for (const [net, quantity, stated, discount, price] of cases) {
    const exact = exactPrice({
      net: Decimal.of(net),
      quantity: Decimal.of(quantity),
      unitPrice: stated === null ? null : Decimal.of(stated),
      discount: discount === null ? null : Decimal.of(discount),
    })
    assert.equal(String(exact), price, `${net} / ${quantity}`)
  }
})

test('details of lines, parties and payment are included', () => {
  const made = issued(termsOf([line('1', '100', '20'), line('1', '5', '20', { discountAmount: '1' })]))
  const [first, second] = made.lines
  const root = read(
    {
      ...made,
      billTo: { ...made.billTo, patientName: 'Anna Papadaki', region: 'Attica', taxId: 'AB-1' },
      lines: [{ ...first!, code: 'C-1', lot: 'L-1' }, second!],
    },
    practiceWith({ iban: 'DE89 3704 0044 0532 0130 00', terms: '' }),
  )
  const [seller] = all(root, 'AccountingSupplierParty', 'Party')
  const [buyer] = all(root, 'AccountingCustomerParty', 'Party')
  const [item] = all(root, 'InvoiceLine', 'Item')
  const account = all(root, 'PaymentMeans', 'PayeeFinancialAccount')[0]!
  assert.deepEqual(
    [
      one(root, 'Note'),
      one(root, 'BuyerReference'),
      one(seller!, 'EndpointID'),
      one(seller!, 'Contact', 'Name'),
      one(seller!, 'Contact', 'Telephone'),
      one(buyer!, 'PostalAddress', 'CountrySubentity'),
      one(buyer!, 'PartyLegalEntity', 'CompanyID'),
      one(item!, 'SellersItemIdentification', 'ID'),
      one(item!, 'AdditionalItemProperty', 'Value'),
      one(account, 'ID'),
      one(account, 'FinancialInstitutionBranch', 'ID'),
      one(root, 'PaymentTerms', 'Note'),
    ],
    [
      'Patient: Anna Papadaki',
      '04011000-12345-34',
      'DE123456789',
      'Front desk',
      '+49 30 123456',
      'Attica',
      'AB-1',
      'C-1',
      'L-1',
      'DE89370400440532013000',
      'COBADEFFXXX',
      undefined,
    ],
  )
  const withoutDates = read({ ...made, dueDate: null }, practiceWith({ terms: '', iban: '' }))
  assert.equal(one(withoutDates, 'PaymentTerms', 'Note'), 'Payable on receipt')
  assert.equal(all(withoutDates, 'PaymentMeans').length, 0)
  assert.equal(all(withoutDates, 'Note').length, 0)
})

test('the VAT identifiers of both parties are checked', () => {
  const taxed = issued(termsOf([line('1', '100', '20')]))
  const exported = issued(termsOf([line('1', '100', '0')]), {}, 'G')
  const supplied = issued(termsOf([line('1', '100', '0')]), {}, 'K')
  const pathsOf = (invoice: Invoice, letterhead: object) =>
    refusedFor(invoice, practiceWith(letterhead)).paths
  assert.deepEqual(pathsOf(taxed, { taxId: '27/123', registration: '' }), ['letterhead.taxId'])
  assert.deepEqual(pathsOf(exported, { taxId: '27/123' }), ['letterhead.taxId'])
  assert.deepEqual(refusedFor(taxed, { ...practice, organisationName: '' }).paths, ['organisationName'])
  const numbered = { ...supplied, billTo: { ...supplied.billTo, taxId: '27/123' } }
  assert.deepEqual(refusedFor(numbered).paths, ['billTo.taxId'])
  const greek = read(taxed, practiceWith({ taxId: 'EL123456789' }))
  assert.equal(one(greek, 'AccountingSupplierParty', 'Party', 'PartyTaxScheme', 'TaxScheme', 'ID'), 'VAT')
})

test('with inclusive prices, only discounted lines have a note about the discount', () => {
  const discounted = line('1', '100', '20', { discountAmount: '10' })
  const root = read(issued(termsOf([line('1', '100', '20'), discounted], { taxMode: 'inclusive' })))
  assert.deepEqual(
    all(root, 'InvoiceLine').map((node) => one(node, 'Note')),
    [undefined, 'The price includes a discount of 10.00 (including tax)'],
  )
  assert.equal(all(root, 'InvoiceLine', 'AllowanceCharge').length, 0)
})
