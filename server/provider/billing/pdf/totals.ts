import type { Content } from 'pdfmake/interfaces.js'
import type { TaxGroup } from '#contract'
import { type Printed, tight } from './head.ts'
import { type ColumnOf, fitsPage, grey, wholeRows } from './page.ts'
import { money, oneLine, plainNumber, taxNames } from './wording.ts'

/** The totals: discounts, tax, what was paid and credited, and the amount due. */
export function totals({ page, invoice, width }: Printed): Content {
  const { currency, totals: of, taxMode, wholeDiscounts, sumOfLines, taxBreakdown, status } = invoice
  const inclusive = taxMode === 'inclusive'
  const less = (amount: string) => (isZero(amount) ? amount : negative(amount))
  const rows: { name: string; amount: string; bold?: boolean }[] = []
  if (wholeDiscounts.length > 0) rows.push({ name: 'Subtotal', amount: sumOfLines })
  for (const { reason, percent, amount } of wholeDiscounts) {
    const name = percent === null ? reason : `${reason} (${plainNumber(percent)} %)`
    rows.push({ name, amount: less(amount) })
  }
  if (!inclusive) {
    rows.push({ name: 'Total excluding tax', amount: of.net })
    rows.push(
      ...taxBreakdown
        .filter(({ tax }) => !isZero(tax))
        .map((group) => ({ name: taxName(group), amount: group.tax })),
    )
  }
  rows.push({ name: 'Total', amount: of.gross, bold: true })
  if (inclusive) {
    const groups = taxBreakdown.filter(({ tax }) => !isZero(tax))
    rows.push(...groups.map((group) => ({ name: `including ${taxName(group)}`, amount: group.tax })))
  }
  if (!isZero(of.credited)) rows.push({ name: 'Credited', amount: less(of.credited) })
  if (!isZero(of.paid)) rows.push({ name: 'Paid', amount: less(of.paid) })
  if (status === 'issued' || status === 'paid') rows.push({ name: 'Amount due', amount: of.due, bold: true })

  const amounts = rows.map(({ amount, bold = false }) => ({
    text: money(amount, currency),
    look: { bold, size: bold ? 11 : 9 },
  }))
  const right = Math.min(Math.max(...amounts.map(({ text, look }) => page.width(text, look))), 190)
  const left = Math.max(width / 2 - right, 120)
  const names = rows.map(({ name, bold = false }) =>
    page.text(oneLine(name), left - 8, { bold, size: bold ? 11 : 9 }),
  )
  return {
    columns: [
      {
        width: '*',
        ...page.text(inclusive ? 'Prices and amounts include tax.' : '', width - left - right, {
          size: 8,
          color: grey,
        }),
      },
      {
        width: left + right,
        table: {
          dontBreakRows: names.every((name) => fitsPage([name])),
          widths: [left, right],
          body: amounts.map(({ text, look }, row) => [
            names[row]!,
            page.text(text, right, { ...look, align: 'right' }),
          ]),
        },
        layout: { ...tight, paddingTop: () => 2, paddingBottom: () => 2 },
        unbreakable: fitsPage(names),
      },
    ],
    margin: [0, 10, 0, 16],
  }
}

/** The tax per category and rate, as tax authorities require, with the reason for charging none. */
export function taxTable({ page, invoice, width }: Printed): Content {
  const { currency, taxBreakdown } = invoice
  const specs: ColumnOf<TaxGroup>[] = [
    { head: `Excluding tax (${currency})`, of: ({ taxable }) => money(taxable, currency) },
    { head: `Tax (${currency})`, of: ({ tax }) => money(tax, currency) },
  ]
  const columns = page.columns(taxBreakdown, specs, 130)
  const words = width - columns.reduce((sum, column) => sum + column.width + 20, 0)
  const head = { size: 8, color: grey }
  const named = taxBreakdown.map((group) => page.text(oneLine(nameWithReason(group)), words, { size: 8.5 }))
  return {
    table: {
      headerRows: 1,
      ...wholeRows(named.map((name) => [name])),
      widths: [words, ...columns.map((column) => column.width)],
      body: [
        [
          page.text('Tax', words, head),
          ...columns.map((column) => page.text(column.head, column.width, { ...head, align: 'right' })),
        ],
        ...named.map((name, row) => [
          name,
          ...columns.map(({ values, width }) =>
            page.text(values[row]!, width, { size: 8.5, align: 'right' }),
          ),
        ]),
      ],
    },
    layout: { ...tight, paddingLeft: (column: number) => (column === 0 ? 0 : 20) },
    margin: [0, 0, 0, 16],
  }
}

const taxName = ({ category, rate }: TaxGroup): string =>
  category === 'S' ? `${taxNames.S} ${plainNumber(rate)} %` : taxNames[category]

const nameWithReason = (group: TaxGroup): string =>
  group.exemptionReason && group.exemptionReason !== taxName(group)
    ? `${taxName(group)}: ${group.exemptionReason}`
    : taxName(group)

const isZero = (amount: string): boolean => !/[1-9]/.test(amount)
const negative = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)
