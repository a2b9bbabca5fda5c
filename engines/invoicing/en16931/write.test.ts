import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Decimal } from '#rules/decimal'
import type { UblProfile } from '#rules/e-invoices'
import type { Seller } from '#rules/letterhead'
import { cases } from '../../../scripts/test/full.ts'
import { anyStandardTerms, line, termsOf } from '../arithmetic/testing/terms.ts'
import type { Invoice } from '../documents.ts'
import { creditNoteFor, creditNotesFor, issued, practice, practiceWith } from '../testing/issued.ts'
import { contextOf } from './context.ts'
import { type BillingDocument, billingDocument } from './document.ts'
import { cii, ubl } from './syntax.ts'
import { exactPrice, type Terms, termsOf as termsOfDocument } from './terms.ts'
import { all, parseXml } from './testing/parse-xml.ts'
import { readTerms } from './testing/read-terms.ts'
import { changed } from './testing/rule.ts'
import { brokenRules, readValid, rulesOf } from './testing/rules.ts'
import { anySeller, dutch, simple } from './testing/simple.ts'
import { toCii, toUbl } from './write.ts'

/** Removes empty terms. */
const stated = (terms: Terms): Terms =>
  Object.fromEntries(
    Object.entries(terms).flatMap(([name, value]) =>
      value ? [[name, Array.isArray(value) ? value.map(stated) : value]] : [],
    ),
  )

/** Returns the business terms that UBL and CII state, which must satisfy their profile and be those of the document. */
function read(document: BillingDocument, from: Seller = practice, profile: UblProfile = 'en16931'): Terms {
  const terms = readValid(toUbl(document, from, profile), profile)
  assert.deepEqual(terms, stated(termsOfDocument(contextOf(document, from, profile))))
  if (profile === 'en16931') assert.deepEqual(readValid(toCii(document, from), profile), terms)
  return terms
}

const readInvoice = (invoice: Invoice, from?: Seller) => read(billingDocument(invoice), from)
const taxed = issued(termsOf([line('1', '100', '20')]))
const anyProfile = fc.constantFrom(...(Object.keys(rulesOf) as UblProfile[]))

test('any complete invoice in yen or euros satisfies its profile, in UBL and in CII', () => {
  fc.assert(
    fc.property(
      fc.record({
        terms: anyStandardTerms,
        untaxed: fc.constantFrom('Z', 'E', 'AE', 'K', 'G'),
        note: fc.constantFrom(null, 'By order of\nthe fund'),
        country: fc.constantFrom('DE', 'NL', 'GR'),
        from: anySeller,
      }),
      anyProfile,
      ({ terms, untaxed, note, country, from }, profile) => {
        const invoice = issued(terms, { note }, untaxed)
        const billTo = { ...invoice.billTo, country, ...(note && { patientName: 'Anna Papadaki' }) }
        const written = read(billingDocument({ ...invoice, billTo }), from, profile)
        const { net, tax, gross } = invoice.totals
        assert.deepEqual(
          [written['BT-109'], written['BT-110'], written['BT-115']],
          [net, tax, gross].map(String),
        )
      },
    ),
    { numRuns: cases(800), seed: 16931 },
  )
})

test('any credit note of a complete invoice satisfies its profile, and names the invoice', () => {
  fc.assert(
    fc.property(
      fc.record({
        terms: anyStandardTerms,
        byAmount: fc.boolean(),
        country: fc.constantFrom('DE', 'NL', 'GR'),
        from: anySeller,
      }),
      anyProfile,
      ({ terms, byAmount, country, from }, profile) => {
        const invoice = issued(terms)
        const note = creditNoteFor({ ...invoice, billTo: { ...invoice.billTo, country } }, byAmount)
        const written = read(billingDocument(note), from, profile)
        assert.deepEqual(
          [written['BT-3'], written['BT-25'], written['BT-26'], written['BT-115']],
          ['381', 'INV-00001', '2026-03-01', String(note.totals.gross)],
        )
      },
    ),
    { numRuns: cases(300), seed: 381 },
  )
})

test('the credit notes for all lines state exactly the net and tax of the invoice', () => {
  fc.assert(
    fc.property(anyStandardTerms, (terms) => {
      const invoice = issued(terms)
      const notes = creditNotesFor(invoice).map((note) => read(billingDocument(note)))
      const { net, tax, gross } = invoice.totals
      const sumOf = (term: `BT-${number}`) => Decimal.sum(notes.map((note) => Decimal.of(note[term]!)))
      assert.deepEqual(
        [sumOf('BT-109'), sumOf('BT-110'), sumOf('BT-115')].map(String),
        [net, tax, gross].map(String),
      )
    }),
    { numRuns: cases(100), seed: 17 },
  )
})

describe('the rules of each profile are seen failing:', () => {
  const german = billingDocument(simple({ taxId: 'DE123456789' }, 'K'))
  const outOfHomeland = billingDocument(simple({ country: 'NL', electronicAddress: '0106:87654321' }))
  for (const profile of ['peppol', 'xrechnung'] as const)
    for (const [ids, , breaks] of rulesOf[profile])
      test(`${profile} ${ids}`, () => {
        const terms = ids.startsWith('NL')
          ? read(outOfHomeland, dutch, profile)
          : read(german, practice, profile)
        assert.ok(brokenRules(changed(terms, breaks), profile).includes(ids))
      })

  const mistakes: [name: string, from: RegExp, to: string][] = [
    ['an element out of order', /( *<cbc:ID>.*\n)( *<cbc:IssueDate>.*\n)/, '$2$1'],
    ['an unknown element', /<cbc:Amount .*/, '$&<cbc:BaseAmount currencyID="EUR">1</cbc:BaseAmount>'],
    ['an element twice', / *<cac:PaymentTerms>\n.*\n.*\n/, '$&$&'],
    ['an empty element', />Payable within 30 days.</, '> <'],
    ['another currency', /currencyID="EUR"/, 'currencyID="SEK"'],
    ['a charge', />false</, '>true<'],
    ['a credit note with the code of an invoice', /<(\/?)Invoice\b/g, '<$1CreditNote'],
  ]
  for (const [name, from, to] of mistakes)
    test(name, () => {
      const xml = toUbl(german, practice, 'en16931')
      assert.match(xml, from)
      assert.throws(() => readValid(xml.replace(from, to), 'en16931'), { code: 'ERR_ASSERTION' })
    })
})

describe('the files in testing/samples are byte-identical:', () => {
  const lines = [
    line('2', '100', '19', { discountAmount: '10' }),
    line('1.5', '33', '0'),
    line('1', '0.03', '100'),
  ]
  const terms = termsOf(lines, {
    discounts: [{ reason: 'Loyal', percent: Decimal.of('5'), amount: null, of: null }],
  })
  const made = issued(terms, { note: 'Get <b>well</b> & soon' }, 'K')
  const invoice = billingDocument({
    ...made,
    billTo: { ...made.billTo, region: 'Attica', patientName: 'Anna Papadaki' },
    lines: made.lines.map((line) => ({ ...line, code: 'C-1', lot: 'L-1' })),
  })
  invoice.lines[0] = { ...invoice.lines[0]!, note: 'Left arm' }
  invoice.totals = { ...invoice.totals, rounding: Decimal.of('-0.01') }
  const atHome = { ...simple({ country: 'NL', taxId: '87654321', electronicAddress: '0106:87654321' }) }
  const note = billingDocument(creditNoteFor(atHome, false))
  const untaxedNumber = { ...dutch, letterhead: { ...dutch.letterhead, taxId: '27/123', region: 'Utrecht' } }
  const unregistered = practiceWith({ iban: '12-345', taxId: '27/123' })
  const samples: Record<string, () => string> = {
    'invoice.ubl.xml': () => toUbl(invoice, practiceWith({ region: 'Brandenburg' }), 'xrechnung'),
    'invoice.cii.xml': () => toCii(invoice, practiceWith({ region: 'Brandenburg' })),
    'credit-note.ubl.xml': () => toUbl(note, untaxedNumber, 'peppol'),
    'credit-note.cii.xml': () => toCii(note, untaxedNumber),
    'national-account.cii.xml': () => toCii(billingDocument(taxed), unregistered),
  }
  const sampleOf = (name: string) => readFileSync(new URL(`testing/samples/${name}`, import.meta.url), 'utf8')
  for (const [name, write] of Object.entries(samples)) test(name, () => assert.equal(write(), sampleOf(name)))

  test('and state every business term', () => {
    const namesIn = (terms: Terms): string[] =>
      Object.entries(terms).flatMap(([name, value]) =>
        Array.isArray(value) ? [name, ...value.flatMap(namesIn)] : [name],
      )
    for (const [syntax, ending] of [
      [ubl, '.ubl.xml'],
      [cii, '.cii.xml'],
    ] as const) {
      const files = Object.keys(samples).filter((name) => name.endsWith(ending))
      const found = new Set(files.flatMap((name) => namesIn(readTerms(sampleOf(name)))))
      const known = new Set([...syntax.places.values()].flat().map(({ term }) => term))
      assert.deepEqual(
        [...known].filter((term) => !found.has(term)),
        [],
      )
    }
  })
})

test('exclusive prices never need a rounding amount', () => {
  fc.assert(
    fc.property(anyStandardTerms, (terms) => {
      assert.equal(readInvoice(issued({ ...terms, taxMode: 'exclusive' }))['BT-114'], undefined)
    }),
    { numRuns: cases(100), seed: 114 },
  )
})

test('the inclusive prices 2 x 1.96 and 2 x 0.04 make 4.00 payable', () => {
  const lines = [line('2', '1.96', '13'), line('2', '0.04', '24')]
  assert.equal(readInvoice(issued(termsOf(lines, { taxMode: 'inclusive' })))['BT-115'], '4.00')
})

test('the rounding amount is the difference between the included tax and the tax on the net', () => {
  // 0.03 with 100 percent: the net is 0.015, rounded to 0.02; its tax would be 0.02, and 0.04 in all.
  const terms = readInvoice(issued(termsOf([line('1', '0.03', '100')], { taxMode: 'inclusive' })))
  assert.deepEqual(
    [terms['BT-109'], terms['BT-112'], terms['BT-114'], terms['BT-115']],
    ['0.02', '0.04', '-0.01', '0.03'],
  )
})

test('16 x 348.35 less 4 % with 22 % tax is 6527.81', () => {
  const terms = readInvoice(issued(termsOf([line('16', '348.35', '22', { discountPercent: '4' })])))
  assert.deepEqual([terms['BT-112'], terms['BG-25']![0]!['BT-136']], ['6527.81', '222.94'])
})

test('payments and credit notes are no part of the invoice', () => {
  const [fifty, twenty] = [Decimal.of('50.00'), Decimal.of('20.00')]
  const totals = { ...taxed.totals, paid: fifty, credited: twenty, due: fifty }
  assert.deepEqual(readInvoice({ ...taxed, totals }), readInvoice(taxed))
})

test('a patient without a country gets the country of the practice', () => {
  const terms = readInvoice({ ...taxed, billTo: { ...taxed.billTo, country: null } })
  assert.equal(terms['BG-7']![0]!['BT-55'], 'DE')
})

test('without terms and a due date, payment is due on receipt, and without an account no means are stated', () => {
  const terms = readInvoice({ ...taxed, dueDate: null }, practiceWith({ terms: '', iban: '' }))
  assert.deepEqual([terms['BT-20'], terms['BT-81'], terms['BG-1']], ['Payable on receipt', undefined, []])
  const dated = readInvoice(taxed, practiceWith({ iban: 'DE89 3704 0044 0532 0130 00', terms: '' }))
  assert.deepEqual([dated['BT-20'], dated['BT-84']], [undefined, 'DE89370400440532013000'])
})

test('a Greek VAT identifier begins with EL', () => {
  const terms = readInvoice(taxed, practiceWith({ taxId: 'EL123456789' }))
  assert.equal(terms['BG-4']![0]!['BT-31'], 'EL123456789')
})

test('an account is an IBAN if its check digits are right', () => {
  const document = billingDocument(taxed)
  assert.match(toCii(document, practice), /IBANID>DE89/)
  assert.match(toCii(document, practiceWith({ iban: 'DE88370400440532013000' })), /ProprietaryID>DE88/)
})

test('line breaks of any kind are written as line feeds, and descriptions on one line', () => {
  const document = billingDocument({
    ...taxed,
    note: 'a\r\nb\rc\nd',
    lines: taxed.lines.map((line) => ({ ...line, description: 'Bandage,\r\n6 cm' })),
  })
  for (const xml of [toUbl(document, practice, 'en16931'), toCii(document, practice)]) {
    assert.match(xml, />a\nb\nc\nd</)
    assert.match(xml, />Bandage, 6 cm</)
  }
})

test('any text is preserved, except characters that XML cannot express', () => {
  const awkward = 'A & B <c> "d" ]]> &amp; أحمد 😀\u0001\uFFFE'
  const made = { ...taxed, note: awkward, billTo: { ...taxed.billTo, name: awkward } }
  const notes = all(parseXml(toUbl(billingDocument(made), practice, 'en16931')), 'Note')
  assert.equal(notes[0]?.text, 'A & B <c> "d" ]]> &amp; أحمد 😀\uFFFD\uFFFD')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      parseXml(toUbl(billingDocument({ ...taxed, note: text }), practice, 'en16931'))
    }),
    { seed: 1 },
  )
})

test('with inclusive prices, only discounted lines have a note about the discount', () => {
  const discounted = line('1', '100', '20', { discountAmount: '10' })
  const lines = readInvoice(issued(termsOf([line('1', '100', '20'), discounted], { taxMode: 'inclusive' })))[
    'BG-25'
  ]!
  assert.deepEqual(
    lines.map((line) => [line['BT-126'], line['BT-127'], line['BT-136']]),
    [
      ['1', undefined, undefined],
      ['2', 'The price includes a discount of 10.00 (including tax)', undefined],
    ],
  )
})

test('the payment is a SEPA transfer for euros to an IBAN, and another transfer otherwise', () => {
  const codeFor = (invoice: Invoice, settings = practice) =>
    read(billingDocument(invoice), settings, 'xrechnung')['BT-81']
  const yen = issued(termsOf([line('1.5', '33', '10')], { decimals: 0 }))
  assert.deepEqual(
    [
      codeFor(simple()),
      codeFor(simple(), practiceWith({ iban: 'DE89370400440532013001' })),
      codeFor(simple(), practiceWith({ iban: '12-345' })),
      codeFor(yen),
    ],
    ['58', '30', '30', '30'],
  )
  const note = read(billingDocument(creditNoteFor(simple(), false)), practice, 'xrechnung')
  assert.deepEqual([note['BT-81'], note['BT-84']], ['97', undefined])
})

test('1.5 x 33 yen are rounded to 50, and the price is the one that gives 50', () => {
  const yen = billingDocument(issued(termsOf([line('1.5', '33', '10')], { decimals: 0 })))
  const [only] = read(yen, practice, 'peppol')['BG-25']!
  assert.deepEqual([only!['BT-131'], only!['BT-146']], ['50', '33.33'])
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
  const decimal = (text: string | null) => (text === null ? null : Decimal.of(text))
  for (const [net, quantity, stated, discount, price] of cases) {
    const [unitPrice, less] = [decimal(stated), decimal(discount)]
    const exact = exactPrice({
      net: Decimal.of(net),
      quantity: Decimal.of(quantity),
      unitPrice,
      discount: less,
    })
    assert.equal(String(exact), price, `${net} / ${quantity}`)
  }
})

test('outside the scope of tax, there are no VAT identifiers, and XRechnung states the rate 0 in the breakdown only', () => {
  const document = billingDocument(simple({ taxId: null }, 'O'))
  const rates = (profile: UblProfile) => {
    const terms = read(document, practice, profile)
    return [terms['BG-23']![0]!['BT-119'], terms['BG-25']![0]!['BT-152']]
  }
  assert.deepEqual(rates('xrechnung'), ['0', undefined])
  assert.deepEqual(rates('en16931'), [undefined, undefined])
})

test('two notes are one in Peppol', () => {
  const document = billingDocument({ ...simple({ patientName: 'Anna' }), note: 'Get well soon.' })
  assert.deepEqual(read(document, practice, 'peppol')['BG-1'], [{ 'BT-22': 'Get well soon.\nPatient: Anna' }])
  assert.equal(read(document, practice, 'xrechnung')['BG-1']?.length, 2)
})
