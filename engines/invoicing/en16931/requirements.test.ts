import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ublProfiles as profiles, type UblProfile } from '#rules/e-invoices'
import type { Seller } from '#rules/letterhead'
import { cases } from '../../../scripts/test/full.ts'
import { line, termsOf } from '../arithmetic/testing/terms.ts'
import type { Invoice } from '../documents.ts'
import { InvoicingError } from '../error.ts'
import { creditNoteFor, issued, practice, practiceWith } from '../testing/issued.ts'
import { type BillingDocument, billingDocument } from './document.ts'
import { ofInvoice, ofSettings } from './requirements.ts'
import { readValid } from './testing/rules.ts'
import { anySeller, dutch, simple } from './testing/simple.ts'
import { toCii, toUbl } from './write.ts'

const read = (document: BillingDocument, profile: UblProfile, from: Seller = practice) =>
  readValid(toUbl(document, from, profile), profile)

/** Returns how a document is refused, or null if it was written. What UBL requires, CII requires, too. */
function refusalOf(document: BillingDocument, profile: UblProfile, from: Seller): InvoicingError | null {
  const [refusal, ofCii] = [() => read(document, profile, from), () => toCii(document, from)].map((write) => {
    try {
      write()
      return null
    } catch (error) {
      if (error instanceof InvoicingError) return error
      throw error
    }
  })
  if (profile === 'en16931') assert.equal(ofCii?.message, refusal?.message)
  return refusal ?? null
}

/** Returns the fields that a refusal names, or null if the document was written. */
const missingIn = (...document: Parameters<typeof refusalOf>): string[] | null =>
  refusalOf(...document)?.fields.map(({ path }) => path) ?? null

const refusedFor = (invoice: Invoice, from: Seller = practice) => {
  const { code, fields } = refusalOf(billingDocument(invoice), 'en16931', from) ?? assert.fail('not refused')
  return { code, paths: fields.map(({ path }) => path) }
}

const taxed = issued(termsOf([line('1', '100', '20')]))

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
        country: fc.constantFrom('DE', 'NL', 'GR'),
        untaxed: fc.constantFrom('Z', 'E', 'AE', 'K', 'G'),
        from: anySeller,
      }),
      fc.constantFrom(...profiles),
      fc.boolean(),
      ({ fields, country, untaxed, from }, profile, isCredit) => {
        const invoice = simple({ country, taxId: 'DE123456789' }, untaxed)
        const complete = isCredit ? billingDocument(creditNoteFor(invoice, false)) : billingDocument(invoice)
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
      const [document, seller] = without([path], billingDocument(simple()), practice)
      const refusing = profiles.filter((profile) => missingIn(document, profile, seller)?.join() === path)
      // Without a country of the seller, Peppol has no German rules.
      assert.deepEqual(refusing, strict)
    })

  test('in XRechnung, email addresses stand for missing electronic addresses', () => {
    const [document, from] = without(
      ['letterhead.electronicAddress', 'billTo.electronicAddress'],
      billingDocument(simple()),
      practice,
    )
    const terms = read(document, 'xrechnung', from)
    assert.equal(terms['BG-4']![0]!['BT-34-1'], 'EM')
    assert.equal(terms['BG-7']![0]!['BT-49'], 'eleni@papadaki.example')
    const nobody = { ...document, billTo: { ...document.billTo, email: null } }
    assert.deepEqual(missingIn(nobody, 'xrechnung', from), ['billTo.electronicAddress'])
    assert.deepEqual(missingIn(nobody, 'en16931', from), null)
  })

  test('an email address is not enough in Peppol, and neither is another scheme of letters', () => {
    const document = billingDocument(simple({ electronicAddress: 'EM:eleni@papadaki.example' }))
    assert.deepEqual(missingIn(document, 'peppol', practice), ['billTo.electronicAddress'])
    assert.deepEqual(missingIn(document, 'xrechnung', practice), null)
  })

  test('a line of terms that looks like a cash discount', () => {
    const from = practiceWith({ terms: '30 days\n#1 clinic in town' })
    assert.deepEqual(missingIn(billingDocument(simple()), 'xrechnung', from), ['letterhead.terms'])
    assert.deepEqual(missingIn(billingDocument(simple()), 'en16931', from), null)
  })

  test('the messages name the rules and where to enter the field', () => {
    const refusal = (fields: string[]) => {
      const [document, from] = without(fields, billingDocument(simple()), practice)
      const error = refusalOf(document, 'xrechnung', from)
      return [error?.code, error?.message]
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

test('an incomplete letterhead is refused with the missing fields', () => {
  assert.deepEqual(refusedFor(taxed, practiceWith({ country: '', taxId: '' })), {
    code: 'letterhead_incomplete',
    paths: ['letterhead.country', 'letterhead.taxId'],
  })
  assert.deepEqual(refusedFor(taxed, { ...practice, organisationName: '' }).paths, ['organisationName'])
  const outside = issued(termsOf([line('1', '100', '0')]), {}, 'O')
  assert.deepEqual(refusedFor(outside, practiceWith({ registration: '' })).paths, ['letterhead.registration'])
})

test('a tax number that is not a VAT identifier is enough for domestic invoices of a registered practice only', () => {
  const numbered = practiceWith({ taxId: '27/123/45678' })
  assert.equal(read(billingDocument(taxed), 'en16931', numbered)['BG-4']![0]!['BT-32'], '27/123/45678')
  for (const category of ['K', 'G'] as const) {
    const abroad = issued(termsOf([line('1', '100', '0')]), {}, category)
    assert.deepEqual(refusedFor(abroad, numbered).paths, ['letterhead.taxId'])
  }
  const unregistered = practiceWith({ taxId: '27/123', registration: '' })
  assert.deepEqual(refusedFor(taxed, unregistered).paths, ['letterhead.taxId'])
})

test('EN 16931 cannot express three decimals, or lines in and outside the scope of tax', () => {
  const dinars = issued(termsOf([line('1', '1.234', '20')], { decimals: 3 }))
  assert.deepEqual(refusedFor(dinars), { code: 'invoice_not_en16931', paths: ['currency'] })
  const mixed = issued(termsOf([line('1', '100', '0'), line('1', '100', '20')]), {}, 'O')
  assert.deepEqual(refusedFor(mixed), { code: 'invoice_not_en16931', paths: ['taxBreakdown'] })
})

test('reverse charge requires the buyer’s tax number, and supplies within the EU its VAT identifier', () => {
  const refused = (untaxed: 'AE' | 'K', taxId: string | null) => {
    const made = issued(termsOf([line('1', '100', '0')]), {}, untaxed)
    return refusedFor({ ...made, billTo: { ...made.billTo, taxId } })
  }
  assert.deepEqual(refused('AE', null), { code: 'invoice_incomplete', paths: ['billTo.taxId'] })
  assert.deepEqual(refused('K', '27/123').paths, ['billTo.taxId'])
})

test('a Dutch seller states its KVK number with its scheme, and no number of another kind', () => {
  const document = billingDocument(simple({ country: 'NL' }))
  const seller = read(document, 'peppol', dutch)['BG-4']![0]!
  assert.deepEqual([seller['BT-30-1'], seller['BT-30']], ['0106', '12345678'])
  const other = { ...dutch, letterhead: { ...dutch.letterhead, registration: 'PR 1' } }
  assert.deepEqual(missingIn(document, 'peppol', other), ['letterhead.registration'])
})
