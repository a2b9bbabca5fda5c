import type { Content } from 'pdfmake/interfaces.js'
import { type Printed, tight } from './head.ts'
import { fitsPage, grey, wholeRows } from './page.ts'
import { grouped, longDate, methodNames, money, oneLine } from './wording.ts'

/** Payments, credit notes, payment details, note and terms. */
export function after(printed: Printed): Content[] {
  const { invoice, seller } = printed
  const { bank, iban, bic, terms } = seller.letterhead
  const { currency, payments, creditNotes, note, number, status, totals } = invoice
  const toPay = status === 'issued' && !/^-|^[0.]+$/.test(totals.due)
  return [
    ...rows(
      'Payments',
      payments.map(({ receivedOn, method, reference, amount }) => [
        [longDate(receivedOn), methodNames[method], reference].filter(Boolean).join(' · '),
        money(amount, currency),
      ]),
    ),
    ...rows(
      'Credit notes',
      creditNotes.map(({ number, issueDate, reason, totals: { gross } }) => [
        [number, longDate(issueDate), reason].join(' · '),
        money(gross, currency),
      ]),
    ),
    ...(toPay && iban
      ? prose(
          'Payment',
          [
            bank,
            `IBAN ${grouped(iban)}`,
            bic && `BIC ${bic}`,
            number && `Please use ${number} as the reference.`,
          ]
            .filter(Boolean)
            .join('\n'),
        )
      : []),
    ...(note ? prose('Note', note) : []),
    ...(terms ? prose('Terms', terms) : []),
  ]

  function rows(title: string, entries: [string, string][]): Content[] {
    const { page, width } = printed
    if (entries.length === 0) return []
    const right = Math.min(Math.max(...entries.map(([, amount]) => page.width(amount))), 160)
    const left = width - right - 12
    const body = entries.map(([words, amount]) => [
      page.text(oneLine(words), left, { size: 8.5 }),
      page.text(amount, right, { size: 8.5, align: 'right' }),
    ])
    return [
      {
        table: {
          headerRows: 1,
          ...wholeRows(body),
          widths: [left, right + 12],
          body: [[{ ...page.text(title, width, { bold: true }), colSpan: 2 }, ''], ...body],
        },
        layout: tight,
        margin: [0, 0, 0, 14],
      },
    ]
  }

  function prose(title: string, text: string): Content[] {
    const { page, width } = printed
    const body = page.text(text, width, { size: 8.5, color: grey, prose: true })
    return [
      {
        stack: [page.text(title, width, { bold: true }), { ...body, margin: [0, 2, 0, 0] }],
        margin: [0, 0, 0, 14],
        // A heading stays with its text, unless the text is longer than a page.
        unbreakable: fitsPage([body]),
      },
    ]
  }
}
