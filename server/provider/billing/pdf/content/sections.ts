import type { Seller } from '../../seller.ts'
import type { PrintedInvoice } from './printed.ts'
import { grouped, isZero, longDate, methodNames, money, oneLine } from './wording.ts'

/** Payments and credit notes: each entry in words, with its amount. */
export function entriesOf({ currency, payments, creditNotes }: PrintedInvoice) {
  const entry = (words: (string | null)[], amount: string) => ({
    words: oneLine(words.filter(Boolean).join(' · ')),
    amount: money(amount, currency),
  })
  return [
    {
      title: 'Payments',
      rows: payments.map(({ receivedOn, method, reference, amount }) =>
        entry([longDate(receivedOn), methodNames[method], reference], amount),
      ),
    },
    {
      title: 'Credit notes',
      rows: creditNotes.map(({ number, issueDate, reason, totals: { gross } }) =>
        entry([number, longDate(issueDate), reason], gross),
      ),
    },
  ].filter(({ rows }) => rows.length > 0)
}

/** Payment details, note and terms. */
export function textsOf({ status, totals, number, note }: PrintedInvoice, { letterhead }: Seller) {
  const { bank, iban, bic, terms } = letterhead
  const isDue = status === 'issued' && !totals.due.startsWith('-') && !isZero(totals.due)
  const payment = [
    bank,
    iban && `IBAN ${grouped(iban)}`,
    bic && `BIC ${bic}`,
    number && `Please use ${number} as the reference.`,
  ]
  return [
    { title: 'Payment', text: isDue && iban ? payment.filter(Boolean).join('\n') : '' },
    { title: 'Note', text: note ?? '' },
    { title: 'Terms', text: terms },
  ].filter(({ text }) => text !== '')
}
