import { Big } from 'big.js'
import type { Content } from 'pdfmake/interfaces.js'
import type { TaxGroup } from '#contract'
import { type Printed, tight } from './head.ts'
import { fitsPage, grey, wholeRows } from './page.ts'
import { money, oneLine, plainNumber, taxNames } from './wording.ts'

/** What it comes to, what was paid, and what is left to pay. */
export function totals({ page, invoice, width }: Printed): Content {
  const { currency, totals: of, taxMode, discounts, lines, taxBreakdown, status } = invoice
  const inclusive = taxMode === 'inclusive'
  const ofLines = lines.reduce((sum, { net, gross }) => sum.plus(inclusive ? gross : net), new Big(0))
  const less = (amount: string) => (isZero(amount) ? amount : negative(amount))
  const rows: { name: string; amount: string; bold?: boolean }[] = []
  if (discounts.length > 0) rows.push({ name: 'Sum of the lines', amount: ofLines.toFixed() })
  // There is one for each rate that it is taken from; a reader wants to see it once.
  const named = Map.groupBy(discounts, ({ reason, percent }) =>
    percent === null ? reason : `${reason} (${plainNumber(percent)} %)`,
  )
  for (const [name, shares] of named) {
    const taken = shares.reduce((sum, { amount, gross }) => sum.plus(inclusive ? gross : amount), new Big(0))
    rows.push({ name, amount: less(taken.toFixed()) })
  }
  if (!inclusive) {
    rows.push({ name: 'Total without tax', amount: of.net })
    rows.push(
      ...taxBreakdown
        .filter(({ tax }) => !isZero(tax))
        .map((group) => ({ name: taxName(group), amount: group.tax })),
    )
  }
  rows.push({ name: 'Total', amount: of.gross, bold: true })
  if (inclusive) {
    const groups = taxBreakdown.filter(({ tax }) => !isZero(tax))
    rows.push(...groups.map((group) => ({ name: `of which ${taxName(group)}`, amount: group.tax })))
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

/** Per category and rate, as tax authorities want to see it, with the reason where no tax is due. */
export function taxTable({ page, invoice, width }: Printed): Content {
  const { currency, taxBreakdown } = invoice
  const columns = [
    { head: `Without tax (${currency})`, of: (group: TaxGroup) => money(group.taxable, currency) },
    { head: `Tax (${currency})`, of: (group: TaxGroup) => money(group.tax, currency) },
  ].map(({ head, of }) => {
    const values = taxBreakdown.map(of)
    return {
      head,
      values,
      width: Math.min(Math.max(...[head, ...values].map((value) => page.width(value))), 130),
    }
  })
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
