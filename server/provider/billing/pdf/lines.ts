import type { Content, ContentStack } from 'pdfmake/interfaces.js'
import type { InvoiceLine } from '#contract'
import type { Printed } from './head.ts'
import { type ColumnOf, grey, wholeRows } from './page.ts'
import { oneLine, plainMoney, plainNumber, type taxNames } from './wording.ts'

const padding = 5

/** The table of lines. Its header is repeated on every page. */
export function linesTable({ page, invoice, width }: Printed): Content {
  const { currency, taxMode, lines } = invoice
  const inclusive = taxMode === 'inclusive'
  const amountOf = ({ net, gross }: InvoiceLine) => (inclusive ? gross : net)
  const specs: ColumnOf<InvoiceLine>[] = [
    { head: 'Quantity', of: ({ quantity }) => plainNumber(quantity) },
    { head: 'Unit price', of: ({ unitPrice }) => plainMoney(unitPrice, currency) },
    { head: 'Tax', of: taxOf },
    { head: `Amount (${currency})`, of: (line) => plainMoney(amountOf(line), currency) },
  ]
  // The width leaves room for the description: longer numbers are broken.
  const columns = page.columns(lines, specs, 105, { bold: true })
  const numbers = columns.reduce((sum, column) => sum + column.width + 2 * padding, 0)
  const words = width - numbers
  const described = lines.map(describe)

  return {
    table: {
      headerRows: 1,
      ...wholeRows(described),
      widths: [words, ...columns.map((column) => column.width)],
      body: [
        [
          page.text('Description', words, { bold: true }),
          ...columns.map(({ head, width }) => page.text(head, width, { bold: true, align: 'right' })),
        ],
        ...described.map((stack, row) => [
          { stack },
          ...columns.map(({ values, width }) => page.text(values[row]!, width, { align: 'right' })),
        ]),
      ],
    },
    layout: {
      hLineWidth: (row: number) => (row === 0 ? 0 : row === 1 ? 0.8 : 0.4),
      vLineWidth: () => 0,
      hLineColor: (row: number) => (row === 1 ? 'black' : '#d5d9de'),
      paddingLeft: (column: number) => (column === 0 ? 0 : padding * 2),
      paddingRight: () => 0,
      paddingTop: () => 4,
      paddingBottom: () => 4,
    },
  }

  function describe(line: InvoiceLine): ContentStack[] {
    const less = line.discountPercent === null ? '' : ` (${plainNumber(line.discountPercent)} %)`
    const details = [
      line.code,
      line.lot && `Lot ${line.lot}`,
      /[1-9]/.test(line.discount) && `Discount${less} -${plainMoney(line.discount, currency)}`,
    ].filter(Boolean)
    return [
      page.text(oneLine(line.description), words),
      ...(details.length > 0 ? [page.text(details.join(' · '), words, { size: 7.5, color: grey })] : []),
    ]
  }

  function taxOf({ taxCategory, taxRate }: InvoiceLine): string {
    return taxCategory === 'S' ? `${plainNumber(taxRate)} %` : shortNames[taxCategory]
  }
}

const shortNames: Record<keyof typeof taxNames, string> = {
  S: '',
  Z: '0 %',
  E: 'Exempt',
  AE: 'Reverse',
  K: 'EU',
  G: 'Export',
  O: 'None',
}
