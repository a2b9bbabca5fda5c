import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Decimal, type Seller } from '#contract'
import { discount, line, termsOf } from '../../../../engines/invoicing/arithmetic/testing/terms.ts'
import type { Invoice } from '../../../../engines/invoicing/documents.ts'
import {
  creditNoteFor,
  issued,
  practice,
  practiceWith,
} from '../../../../engines/invoicing/testing/issued.ts'
import { renderDocument } from './render-document.ts'
import { fontsOf, infoOf, inkOf, pagesOf, withoutPoppler, wordsOf } from './testing/poppler.ts'

const consultation = () => issued(termsOf([line('16', '348.35', '22', { discountPercent: '4' })]))

/** An invoice with these line descriptions, billed to a name. */
function describing(descriptions: string[], name = 'Eleni Papadaki'): Invoice {
  const made = issued(termsOf(descriptions.map(() => line('1', '10', '20'))))
  return {
    ...made,
    billTo: { ...made.billTo, name, patientName: name },
    lines: made.lines.map((one, at) => ({ ...one, description: descriptions[at]! })),
  }
}

const pdfOf = (invoice: Invoice, settings: Seller = practice) => renderDocument(invoice, settings)

const textOf = async (invoice: Invoice, settings = practice) =>
  pagesOf(await pdfOf(invoice, settings))
    .join('\n')
    .replace(/\s+/g, ' ')

describe('the PDF of an invoice', { skip: withoutPoppler }, () => {
  test('shows seller, buyer, lines, totals and payment details', async () => {
    const pdf = await pdfOf({ ...consultation(), note: 'Get well soon.' })
    const text = pagesOf(pdf).join('\n').replace(/\s+/g, ' ')
    for (const part of [
      'Praxis am Park',
      'Hauptstraße 1',
      'Front desk',
      'VAT ID DE123456789',
      'Eleni Papadaki',
      '10563 Athina',
      'Greece',
      'INV-00001',
      'Your ref. 04011000-12345-34',
      '1 March 2026',
      '31 March 2026',
      'Treatment 1',
      'Discount (4 %) -222.94',
      'Total excluding tax €5,350.66',
      'Tax 22 % €1,177.15',
      'Total €6,527.81',
      'IBAN DE89 3704 0044 0532 0130 00',
      'Payable within 30 days.',
      'Get well soon.',
      'Page 1 of 1',
    ]) {
      assert.ok(text.includes(part), `${part} is in: ${text}`)
    }
    const info = infoOf(pdf)
    assert.equal(info.get('Title'), 'Invoice INV-00001')
    assert.equal(info.get('Author'), 'Praxis am Park')
    assert.ok(inkOf(pdf) > 500)
  })

  test('is a tagged PDF/A-3b in English, dated by the issue, with all fonts embedded', async () => {
    const pdf = await pdfOf(describing(['診察料', 'أحمد']))
    const source = pdf.toString('latin1')
    assert.match(source, /<pdfaid:part>3<\/pdfaid:part><pdfaid:conformance>B</)
    assert.match(source, /\/Lang \(en\)/)
    assert.match(source, /\/CreationDate \(D:20260301/)
    assert.equal(infoOf(pdf).get('Tagged'), 'yes')
    const fonts = fontsOf(pdf)
    assert.ok(fonts.length >= 3)
    for (const { name, embedded } of fonts) assert.ok(embedded, name)
  })

  test('shared characters are drawn as the reader’s language draws them', async () => {
    const hanOf = async (country: string, name: string) =>
      fontsOf(await pdfOf(describing([name]), practiceWith({ country })))
        .map((font) => font.name)
        .filter((font) => /^NotoSans(SC|JP|KR)-/.test(font))
    assert.deepEqual(await hanOf('JP', '直'), ['NotoSansJP-Regular'])
    assert.deepEqual(await hanOf('KR', '直'), ['NotoSansKR-Regular'])
    assert.deepEqual(await hanOf('CN', '直'), ['NotoSansSC-Regular'])
    assert.deepEqual(await hanOf('CN', '直さ'), ['NotoSansJP-Regular'])
  })

  for (const [script, name] of Object.entries({
    Latin: 'Łukasz Nguyễn Çağlar Þórsdóttir',
    Greek: 'Ελένη Παπαδάκη',
    Cyrillic: 'Жанна Щербакова',
    Arabic: 'أحمد يوسف بن تميم',
    Hebrew: 'יעל בן־דוד',
    Chinese: '欧阳诗涵 歐陽詩涵',
    Japanese: '髙橋さくら カタカナ',
    Korean: '김철수 뷁',
    Devanagari: 'क्षत्रिय राष्ट्र श्री',
  })) {
    test(`names in ${script} script are printed and can be searched for`, async () => {
      const text = await textOf(describing(['Consultation'], name))
      for (const word of name.split(' ')) assert.ok(text.includes(word), `${word} is in: ${text}`)
      assert.ok(!text.includes('\uFFFD'))
    })
  }

  test('Arabic reads from the right, even between Latin words', async () => {
    const words = wordsOf(await pdfOf(describing(['Dr. أحمد يوسف Smith'])))
    // With positions, pdftotext spells words in visual order, from left to right.
    const mirrored = (text: string) => [...text].reverse().join('')
    const left = (text: string) => words.find(({ word }) => word === text || word === mirrored(text))!.left
    assert.ok(left('Dr.') < left('يوسف'))
    assert.ok(left('يوسف') < left('أحمد'))
    assert.ok(left('أحمد') < left('Smith'))
  })

  test('numbers in Arabic and Persian digits read from the left', async () => {
    const words = wordsOf(await pdfOf(describing(['مبلغ ۱۲۳۴ ریال', 'مبلغ ٥٦٧٨ ریال'])))
    for (const number of ['۱۲۳۴', '٥٦٧٨'])
      assert.ok(
        words.some(({ word }) => word === number),
        number,
      )
  })

  test('characters without a font are replaced by one sign each, emoji sequences by one sign', async () => {
    const text = await textOf(describing(['before 👨‍👩‍👧 between \u{10FFFD} after']))
    assert.ok(text.includes('before � between � after'), text)
  })

  test('two hundred lines fill several pages, each with the table header and its page number', async () => {
    const descriptions = Array.from({ length: 200 }, (_, n) => `Line-${n + 1}.`)
    const pages = pagesOf(await pdfOf(describing(descriptions)))
    assert.ok(pages.length > 3)
    pages.forEach((page, n) => {
      assert.ok(page.includes(`Page ${n + 1} of ${pages.length}`))
      assert.equal(page.includes('Description'), page.includes('Line-'))
    })
    assert.deepEqual(pages.join('').match(/Line-\d+\./g), descriptions)
  })

  test('long words are broken and long texts wrap, and nothing is lost', async () => {
    const long = 'Ж'.repeat(500)
    const sentence = Array.from({ length: 80 }, (_, n) => `word${n}`).join(' ')
    const text = await textOf(describing([long, sentence, '漢'.repeat(500)]))
    assert.equal(text.match(/Ж/g)?.length, 500)
    assert.equal(text.match(/漢/g)?.length, 500)
    assert.ok(text.includes('word79'))
  })

  test('a long note and long terms continue on further pages', async () => {
    const terms = Array.from({ length: 180 }, (_, n) => `Term ${n}.`).join('\n')
    const text = await textOf({ ...consultation(), note: 'n\n'.repeat(900) }, practiceWith({ terms }))
    for (const n of [0, 90, 179]) assert.ok(text.includes(`Term ${n}.`))
  })

  test('all discounts and rates are shown, however many there are', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => line('1', '1000', `${n + 1}`))
    const discounts = Array.from({ length: 20 }, (_, n) =>
      discount({ reason: `Reason-${n}.${'\n'.repeat(60)}${'words and words '.repeat(8)}`, percent: '1' }),
    )
    const made = issued(termsOf(lines, { discounts }))
    const text = await textOf(made)
    const shown = [...made.discounts.keys()].slice(0, 20).map((n) => `Reason-${n}.`)
    for (const { rate } of made.taxBreakdown) shown.push(`Tax ${rate} % €`)
    for (const part of [...shown, 'Total excluding tax €', 'Total €'])
      assert.ok(text.includes(part), `${part} is in: ${text}`)
  })

  test('a text longer than a page is complete in every part of the invoice', async () => {
    const made = consultation()
    const reason = (word: string) => Array.from({ length: 120 }, (_, n) => `${word}${n}.`).join('\n')
    const wide = `${'\uFDFD'.repeat(480)} finished`
    const text = await textOf({
      ...made,
      lines: made.lines.map((one) => ({ ...one, description: wide })),
      taxBreakdown: made.taxBreakdown.map((group) => ({ ...group, exemptionReason: reason('exempt') })),
      note: reason('note'),
    })
    for (const part of ['exempt119.', 'note119.', 'finished', 'Total €'])
      assert.ok(text.includes(part), `${part} is in: ${text}`)
  })

  test('a draft is labeled and has no number, and a void invoice shows the reason', async () => {
    const draft = await textOf({ ...consultation(), status: 'draft', number: null, issuedAt: null })
    assert.ok(draft.includes('Draft invoice'))
    assert.ok(!draft.includes('IBAN'))
    const voided = await textOf({ ...consultation(), status: 'void', voidReason: 'Billed twice' })
    assert.ok(voided.includes('This invoice is void. No payment is due. Billed twice'))
    assert.ok(!voided.includes('IBAN'))
  })

  test('what happens after issue is no part of the document', async () => {
    const made = consultation()
    const totals = { ...made.totals, paid: made.totals.gross, due: Decimal.of('0.00') }
    assert.deepEqual(await pdfOf({ ...made, status: 'paid', totals }), await pdfOf(made))
  })

  test('a credit note shows its invoice, what it credits and why', async () => {
    const made = issued(termsOf([line('2', '50', '20')]))
    for (const [byAmount, parts] of [
      [false, ['Treatment 1 2 20 % 100.00', 'Total €120.00']],
      [true, ['Treatment 1 20 % 33.33', 'Total €40.00']],
    ] as const) {
      const pdf = await renderDocument(creditNoteFor(made, byAmount), practice)
      const text = pagesOf(pdf).join('\n').replace(/\s+/g, ' ')
      for (const part of [
        'Credit note',
        'CN-00001',
        '1 April 2026',
        'Invoice INV-00001',
        'Reason Returned',
        ...parts,
      ])
        assert.ok(text.includes(part), `${part} is in: ${text}`)
      for (const part of ['Unit price', 'IBAN', 'Payable within']) assert.ok(!text.includes(part), part)
      assert.equal(infoOf(pdf).get('Title'), 'Credit note CN-00001')
    }
  })

  test('amounts have the decimals of their currency, exactly, however large', async () => {
    assert.ok((await textOf(issued(termsOf([line('1', '1200', '10')], { decimals: 0 })))).includes('¥1,320'))
    assert.ok(
      (await textOf(issued(termsOf([line('1', '1.005', '0')], { decimals: 3 })))).includes('KWD 1.005'),
    )
    const forints = issued(termsOf([line('1', '1200.5', '0')]), { currency: 'HUF' })
    assert.ok((await textOf(forints)).includes('HUF 1,200.50'))
    const large = issued(termsOf([line('1', '999999999999.99', '0'), line('99999', '999999999.123456', '0')]))
    const euros = String(large.totals.gross).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
    assert.ok((await textOf(large)).includes(`€${euros}`))
  })

  test('with inclusive prices, lines show gross amounts and the tax within them', async () => {
    const terms = termsOf([line('2', '1.96', '13'), line('2', '0.04', '24')], { taxMode: 'inclusive' })
    const text = await textOf(issued(terms))
    for (const part of ['Prices and amounts include tax.', 'Total €4.00', 'including Tax 13 % €0.45'])
      assert.ok(text.includes(part), `${part} is in: ${text}`)
  })

  test('the reason for charging no tax is shown', async () => {
    const text = await textOf(issued(termsOf([line('1', '10', '0')])))
    assert.ok(text.includes('Exempt from tax: No tax is charged'), text)
  })

  test('the same invoice gives a byte-identical file', async () => {
    const invoice = describing(['診察料', 'أحمد'])
    assert.deepEqual(await pdfOf(invoice), await pdfOf(invoice))
  })
})
