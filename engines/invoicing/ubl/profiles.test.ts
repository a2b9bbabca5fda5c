import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { UblProfile } from '#rules/e-invoices'
import type { Seller } from '#rules/letterhead'
import { cases } from '../../../scripts/test/full.ts'
import { anyStandardTerms, line, termsOf } from '../arithmetic/testing/terms.ts'
import type { Invoice } from '../documents.ts'
import { InvoicingError } from '../error.ts'
import { creditNoteFor, issued, practice, practiceWith } from '../testing/issued.ts'
import { type BillingDocument, documentOfCreditNote, documentOfInvoice } from './document.ts'
import { ofInvoice, ofSettings } from './requirements.ts'
import { assertEn16931 } from './testing/assert-en16931.ts'
import { assertPeppol, peppolRules } from './testing/assert-peppol.ts'
import { assertXrechnung, xrechnungRules } from './testing/assert-xrechnung.ts'
import { breakOf } from './testing/break.ts'
import { all, type Node, one, parseXml } from './testing/parse-xml.ts'
import { brokenRules, linesOf, seller } from './testing/rules.ts'
import { assertOrdered } from './testing/schema-order.ts'
import { toUbl } from './to-ubl.ts'

const oracles: Record<UblProfile, (root: Node) => void> = {
  en16931: assertEn16931,
  peppol: assertPeppol,
  xrechnung: assertXrechnung,
}
const profiles = Object.keys(oracles) as UblProfile[]

function read(document: BillingDocument, profile: UblProfile, from: Seller = practice): Node {
  const root = parseXml(toUbl(document, from, profile))
  assertOrdered(root)
  oracles[profile](root)
  return root
}

/** Returns the fields that a refusal names, or null if the document was written. */
function missingIn(document: BillingDocument, profile: UblProfile, from: Seller): string[] | null {
  try {
    read(document, profile, from)
    return null
  } catch (error) {
    if (error instanceof InvoicingError) return error.fields.map(({ path }) => path)
    throw error
  }
}

/** An invoice of one line that a discount is deducted from, to a German buyer by default. */
function simple(
  changes: Partial<Invoice['billTo']> = {},
  untaxed: Parameters<typeof issued>[2] = 'E',
): Invoice {
  const rate = untaxed === 'E' ? '19' : '0'
  const made = issued(termsOf([line('1', '100', rate, { discountAmount: '10' })]), {}, untaxed)
  const german = { country: 'DE', electronicAddress: '0204:991-01484-64', taxId: null }
  return { ...made, billTo: { ...made.billTo, ...german, ...changes } }
}

const dutch = practiceWith({
  country: 'NL',
  registration: '12345678',
  taxId: 'NL123456789B01',
  electronicAddress: '0106:12345678',
})
const sellers: Record<string, Seller> = { DE: practice, NL: dutch, FR: practiceWith({ country: 'FR' }) }
const anySeller = fc.constantFrom(...Object.values(sellers))
const anyBuyer = fc.constantFrom('DE', 'NL', 'GR')
const anyProfile = fc.constantFrom(...profiles)
const anyUntaxed = fc.constantFrom('Z' as const, 'E' as const, 'AE' as const, 'K' as const, 'G' as const)

const withCountry = (invoice: Invoice, country: string): Invoice => ({
  ...invoice,
  billTo: { ...invoice.billTo, country },
})

test('any complete invoice in yen or euros satisfies its profile', () => {
  fc.assert(
    fc.property(
      fc.record({ terms: anyStandardTerms, untaxed: anyUntaxed, country: anyBuyer, from: anySeller }),
      anyProfile,
      ({ terms, untaxed, country, from }, profile) => {
        const invoice = withCountry(issued(terms, { note: 'By order of\nthe fund' }, untaxed), country)
        const patientName = 'Anna Papadaki'
        read(documentOfInvoice({ ...invoice, billTo: { ...invoice.billTo, patientName } }), profile, from)
      },
    ),
    { numRuns: cases(300), seed: 300 },
  )
})

test('any credit note of a complete invoice satisfies its profile', () => {
  fc.assert(
    fc.property(
      fc.record({ terms: anyStandardTerms, byAmount: fc.boolean(), country: anyBuyer, from: anySeller }),
      anyProfile,
      ({ terms, byAmount, country, from }, profile) => {
        read(
          documentOfCreditNote(creditNoteFor(withCountry(issued(terms), country), byAmount)),
          profile,
          from,
        )
      },
    ),
    { numRuns: cases(100), seed: 101 },
  )
})

const optionalFields = [...new Set([...ofSettings, ...ofInvoice].map(({ path }) => path)), 'billTo.email']

/** The same document and seller without these fields. */
function without(fields: string[], document: BillingDocument, from: Seller): [BillingDocument, Seller] {
  const letterhead = { ...from.letterhead }
  const billTo = { ...document.billTo }
  for (const field of fields) {
    const [group, name = ''] = field.split('.')
    if (group === 'letterhead') letterhead[name as keyof typeof letterhead] = ''
    if (group === 'billTo') Object.assign(billTo, { [name]: null })
  }
  const isKept = (field: string) => !fields.includes(field)
  const buyerReference = isKept('buyerReference') ? document.buyerReference : null
  const organisationName = isKept('organisationName') ? from.organisationName : ''
  return [
    { ...document, billTo, buyerReference },
    { organisationName, letterhead },
  ]
}

test('without some fields, a document satisfies its profile or is refused, naming only fields that it lacks', () => {
  fc.assert(
    fc.property(
      fc.record({
        fields: fc.subarray(optionalFields),
        country: anyBuyer,
        untaxed: anyUntaxed,
        from: anySeller,
      }),
      anyProfile,
      fc.boolean(),
      ({ fields, country, untaxed, from }, profile, isCredit) => {
        const invoice = simple({ country, taxId: 'DE123456789' }, untaxed)
        const complete = isCredit
          ? documentOfCreditNote(creditNoteFor(invoice, false))
          : documentOfInvoice(invoice)
        const [document, seller] = without(fields, complete, from)
        for (const field of missingIn(document, profile, seller) ?? [])
          assert.ok(fields.includes(field), field)
      },
    ),
    { numRuns: cases(600), seed: 600 },
  )
})

describe('each missing field is refused with its name:', () => {
  const german = ['peppol', 'xrechnung'] as const
  const required: [path: string, profiles: readonly UblProfile[]][] = [
    ['organisationName', profiles],
    ['letterhead.country', profiles],
    ['letterhead.taxId', profiles],
    ['letterhead.city', german],
    ['letterhead.postalCode', german],
    ['letterhead.contactName', german],
    ['letterhead.phone', german],
    ['letterhead.email', german],
    ['letterhead.iban', german],
    ['letterhead.electronicAddress', ['peppol']],
    ['buyerReference', german],
    ['billTo.city', german],
    ['billTo.postalCode', german],
    ['billTo.electronicAddress', ['peppol']],
  ]
  for (const [path, strict] of required)
    test(path, () => {
      const [document, seller] = without([path], documentOfInvoice(simple()), practice)
      const refusing = profiles.filter((profile) => missingIn(document, profile, seller)?.join() === path)
      // Without a country of the seller, Peppol has no German rules.
      assert.deepEqual(refusing, strict)
    })

  test('in XRechnung, email addresses stand for missing electronic addresses', () => {
    const [document, from] = without(
      ['letterhead.electronicAddress', 'billTo.electronicAddress'],
      documentOfInvoice(simple()),
      practice,
    )
    const endpoint = (root: Node, party: string) => all(root, party, 'Party', 'EndpointID')[0]
    const root = read(document, 'xrechnung', from)
    assert.deepEqual(endpoint(root, 'AccountingSupplierParty')?.attributes, { schemeID: 'EM' })
    assert.equal(endpoint(root, 'AccountingCustomerParty')?.text, 'eleni@papadaki.example')
    const nobody = { ...document, billTo: { ...document.billTo, email: null } }
    assert.deepEqual(missingIn(nobody, 'xrechnung', from), ['billTo.electronicAddress'])
    assert.deepEqual(missingIn(nobody, 'en16931', from), null)
  })

  test('an email address is not enough in Peppol, and neither is another scheme of letters', () => {
    const document = documentOfInvoice(simple({ electronicAddress: 'EM:eleni@papadaki.example' }))
    assert.deepEqual(missingIn(document, 'peppol', practice), ['billTo.electronicAddress'])
    assert.deepEqual(missingIn(document, 'xrechnung', practice), null)
  })

  test('a line of terms that looks like a cash discount', () => {
    const from = practiceWith({ terms: '30 days\n#1 clinic in town' })
    assert.deepEqual(missingIn(documentOfInvoice(simple()), 'xrechnung', from), ['letterhead.terms'])
    assert.deepEqual(missingIn(documentOfInvoice(simple()), 'en16931', from), null)
  })

  test('the messages name the rules and where to enter the field', () => {
    const refusal = (fields: string[]) => {
      const [document, from] = without(fields, documentOfInvoice(simple()), practice)
      try {
        toUbl(document, from, 'xrechnung')
      } catch (error) {
        if (error instanceof InvoicingError) return [error.code, error.message]
      }
      return assert.fail('should be refused')
    }
    assert.deepEqual(refusal(['letterhead.city', 'buyerReference']), [
      'letterhead_incomplete',
      'In the settings: Enter the city (BR-DE-3).',
    ])
    assert.deepEqual(refusal(['buyerReference']), [
      'invoice_incomplete',
      'Issued invoices can’t be edited. Credit this one, and create another. Enter the buyer’s reference, such as a Leitweg-ID (BR-DE-15).',
    ])
  })
})

describe('the oracle of each profile notices a broken rule:', () => {
  const germanInvoice = documentOfInvoice(simple({ taxId: 'DE123456789' }, 'K'))
  const dutchInvoice = documentOfInvoice(simple({ country: 'NL', electronicAddress: '0106:87654321' }))
  for (const [profile, rules] of [
    ['peppol', peppolRules],
    ['xrechnung', xrechnungRules],
  ] as const)
    for (const [id] of rules)
      test(`${profile} ${id}`, () => {
        const breakIt = breakOf(id)
        assert.ok(breakIt, `no break of ${id}`)
        const root = id.startsWith('NL') ? read(dutchInvoice, profile, dutch) : read(germanInvoice, profile)
        breakIt(root)
        assert.ok(brokenRules(rules, root).includes(id))
      })
})

test('the payment is a SEPA transfer for euros to an IBAN, and another transfer otherwise', () => {
  const codeFor = (invoice: Invoice, settings = practice) =>
    one(read(documentOfInvoice(invoice), 'xrechnung', settings), 'PaymentMeans', 'PaymentMeansCode')
  assert.equal(codeFor(simple()), '58')
  assert.equal(codeFor(simple(), practiceWith({ iban: 'DE89370400440532013001' })), '30')
  assert.equal(codeFor(simple(), practiceWith({ iban: '12-345' })), '30')
  const yen = issued(termsOf([line('1.5', '33', '10')], { decimals: 0 }))
  assert.equal(codeFor(yen), '30')
  const note = read(documentOfCreditNote(creditNoteFor(simple(), false)), 'xrechnung')
  assert.deepEqual(
    [one(note, 'PaymentMeans', 'PaymentMeansCode'), all(note, 'PaymentMeans', 'PayeeFinancialAccount')],
    ['97', []],
  )
})

test('1.5 x 33 yen are rounded to 50, and the price is the one that gives 50', () => {
  const root = read(documentOfInvoice(issued(termsOf([line('1.5', '33', '10')], { decimals: 0 }))), 'peppol')
  const [only] = linesOf(root)
  assert.deepEqual([one(only!, 'LineExtensionAmount'), one(only!, 'Price', 'PriceAmount')], ['50', '33.33'])
})

test('outside the scope of tax, XRechnung states the rate 0 in the breakdown only', () => {
  const document = documentOfInvoice(simple({ taxId: null }, 'O'))
  const percents = (profile: UblProfile) => {
    const root = read(document, profile)
    return [
      one(root, 'TaxTotal', 'TaxSubtotal', 'TaxCategory', 'Percent'),
      one(root, 'InvoiceLine', 'Item', 'ClassifiedTaxCategory', 'Percent'),
    ]
  }
  assert.deepEqual(percents('xrechnung'), ['0', undefined])
  assert.deepEqual(percents('en16931'), [undefined, undefined])
})

test('a Dutch seller states its KVK number with its scheme, and no number of another kind', () => {
  const company = (settings: Seller) =>
    all(
      seller(read(documentOfInvoice(simple({ country: 'NL' })), 'peppol', settings)),
      'PartyLegalEntity',
      'CompanyID',
    )
  assert.deepEqual(
    company(dutch).map(({ attributes, text }) => [attributes.schemeID, text]),
    [['0106', '12345678']],
  )
  const other = { ...dutch, letterhead: { ...dutch.letterhead, registration: 'PR 1' } }
  assert.deepEqual(missingIn(documentOfInvoice(simple({ country: 'NL' })), 'peppol', other), [
    'letterhead.registration',
  ])
})

test('two notes are one in Peppol', () => {
  const made = { ...simple({ patientName: 'Anna' }), note: 'Get well soon.' }
  assert.equal(one(read(documentOfInvoice(made), 'peppol'), 'Note'), 'Get well soon.\nPatient: Anna')
  assert.equal(all(read(documentOfInvoice(made), 'xrechnung'), 'Note').length, 2)
})
