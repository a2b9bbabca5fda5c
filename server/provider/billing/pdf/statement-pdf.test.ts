import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BillTo, Decimal, mostStatementEntries, type Seller } from '#contract'
import { newId } from '#platform'
import type { Statement } from '../../../../engines/invoicing/documents.ts'
import { practice, practiceWith } from '../../../../engines/invoicing/testing/issued.ts'
import { renderStatement } from './render-statement.ts'
import { fontsOf, infoOf, inkOf, pagesOf, withoutPoppler } from './testing/poppler.ts'

type Entry = Statement['accounts'][number]['entries'][number]

const billTo: BillTo = {
  name: 'Eleni Papadaki',
  line: 'Odos Ermou 5',
  city: 'Athina',
  region: null,
  postalCode: '10563',
  country: 'GR',
  email: null,
  electronicAddress: null,
  taxId: null,
  patientName: 'Eleni Papadaki',
}

/** An account whose entries change the balance by these amounts. */
function account(currency: string, opening: string, amounts: [Entry['kind'], string, Partial<Entry>?][]) {
  let balance = Decimal.of(opening)
  const entries = amounts.map(([kind, text, changes]): Entry => {
    const amount = Decimal.of(text)
    balance = balance.plus(amount)
    return {
      kind,
      id: newId(),
      date: '2026-03-01',
      number: null,
      invoice: { id: newId(), number: 'INV-00001' },
      method: null,
      reference: null,
      debit: amount.sign < 0 ? null : amount,
      credit: amount.sign < 0 ? amount.negated() : null,
      balance,
      ...changes,
    }
  })
  return { currency, opening: Decimal.of(opening), entries, closing: balance, overdue: Decimal.zero }
}

const statement = (accounts: Statement['accounts'], period: Partial<Statement> = {}): Statement => ({
  patientId: newId(),
  from: null,
  to: null,
  accounts,
  ...period,
})

const pdfOf = (of: Statement, seller: Seller = practice, name = billTo.name) =>
  renderStatement(of, { billTo: { ...billTo, name }, seller, date: '2026-11-24' })

const textOf = async (...given: Parameters<typeof pdfOf>) =>
  pagesOf(await pdfOf(...given))
    .join('\n')
    .replace(/\s+/g, ' ')

const euros = account('EUR', '12.50', [
  ['invoice', '1200.00', { number: 'INV-00001' }],
  ['payment', '-100.00', { method: 'card', reference: 'RF18 5390', date: '2026-03-02' }],
  ['reversal', '100.00', { method: 'card', date: '2026-03-03' }],
  ['credit_note', '-200.00', { number: 'CN-00001', date: '2026-03-04' }],
  ['invoice', '1.00', { number: 'INV-00002', date: '2026-03-05' }],
  ['void', '-1.00', { number: 'INV-00002', date: '2026-03-06' }],
  ['refund', '0.50', { method: 'transfer', date: '2026-03-07' }],
])

describe('the PDF of a statement', { skip: withoutPoppler }, () => {
  test('shows patient, period, balances and every entry', async () => {
    const pdf = await pdfOf(statement([euros], { from: '2026-03-01', to: '2026-03-31' }))
    const text = pagesOf(pdf).join('\n').replace(/\s+/g, ' ')
    for (const part of [
      'Praxis am Park',
      'Eleni Papadaki',
      '10563 Athina',
      'Date 24 November 2026',
      'Period 1 March 2026 to 31 March 2026',
      'Date Entry Debit (EUR) Credit (EUR) Balance (EUR)',
      '1 March 2026 Opening balance 12.50',
      '1 March 2026 Invoice INV-00001 1,200.00 1,212.50',
      '2 March 2026 Payment on INV-00001 · Card · RF18 5390 100.00 1,112.50',
      '3 March 2026 Reversal on INV-00001 · Card 100.00 1,212.50',
      '4 March 2026 Credit note CN-00001 on INV-00001 200.00 1,012.50',
      '5 March 2026 Invoice INV-00002 1.00 1,013.50',
      '6 March 2026 Void of invoice INV-00002 1.00 1,012.50',
      '7 March 2026 Refund on INV-00001 · Bank transfer 0.50 1,013.00',
      'Amount due as of 31 March 2026 €1,013.00',
      'IBAN DE89 3704 0044 0532 0130 00',
      'Page 1 of 1',
    ])
      assert.ok(text.includes(part), `${part} is in: ${text}`)
    const info = infoOf(pdf)
    assert.deepEqual([info.get('Title'), info.get('Tagged')], ['Statement of Eleni Papadaki', 'yes'])
    assert.ok(fontsOf(pdf).every(({ embedded }) => embedded))
    assert.ok(inkOf(pdf) > 500)
  })

  test('has an account per currency, with the decimals of each', async () => {
    const yen = account('JPY', '0', [
      ['invoice', '500', { number: 'INV-00003' }],
      ['payment', '-700', { method: 'cash' }],
    ])
    const text = await textOf(statement([euros, yen]))
    for (const part of ['Period All entries', 'Opening balance 0 ', 'Balance (JPY)', 'Credit balance ¥200'])
      assert.ok(text.includes(part), `${part} is in: ${text}`)
  })

  test('says so if there is nothing, and asks for no payment if nothing is due', async () => {
    const empty = await textOf(statement([], { to: '2026-03-31' }))
    assert.ok(empty.includes('There were no invoices or payments in this period.'), empty)
    assert.ok(empty.includes('Period Until 31 March 2026'), empty)
    const settled = account('EUR', '0.00', [
      ['invoice', '5.00'],
      ['payment', '-5.00'],
    ])
    assert.doesNotMatch(await textOf(statement([settled], { from: '2026-03-01' })), /IBAN/)
    assert.match(
      await textOf(statement([euros]), practiceWith({ iban: '' })),
      /Amount due €1,013\.00(?!.*BIC)/,
    )
  })

  test('the longest statement and untrusted text fit their columns', async () => {
    const hostile = 'W'.repeat(200)
    const many = account(
      'KWD',
      '0.000',
      Array.from({ length: mostStatementEntries }, (_, at) => [
        'payment',
        '-123456789012.345',
        { method: 'other', ...(at % 50 === 0 && { reference: at % 100 ? hostile : 'مدفوعات 支払い' }) },
      ]),
    )
    const pages = pagesOf(await pdfOf(statement([many]), practice, 'أحمد يوسف'))
    assert.ok(pages.length > 10)
    for (const page of pages.slice(0, -1)) assert.match(page, /Balance \(KWD\)/)
    assert.match(pages.at(-1)!, /Credit balance +KWD\s123,456,789,012,345\.000/)
  })
})
