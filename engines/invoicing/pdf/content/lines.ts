import type { InvoiceLine } from '#rules/invoice'
import type { TaxCategory } from '#rules/money'
import type { Printed, PrintedLine } from './printed.ts'
import { isZero, oneLine, plainMoney, plainNumber } from './wording.ts'

/** The table of lines. The first column has a description and details. Credit notes have no unit prices. */
export function linesOf({ kind, currency, taxMode, lines }: Printed) {
  const isInvoice = kind === 'Invoice'
  return {
    head: ['Description', 'Quantity', ...(isInvoice ? ['Unit price'] : []), 'Tax', `Amount (${currency})`],
    rows: lines.map((line) => ({
      description: oneLine(line.description),
      details: detailsOf(line, currency),
      values: [
        line.quantity === null ? '' : plainNumber(line.quantity),
        ...(isInvoice ? [plainMoney(line.unitPrice ?? '0', currency)] : []),
        taxOf(line),
        plainMoney(taxMode === 'inclusive' ? line.gross : line.net, currency),
      ],
    })),
  }
}

function detailsOf({ code, lot, discount = '0', discountPercent }: PrintedLine, currency: string): string {
  const percent = discountPercent ? ` (${plainNumber(discountPercent)} %)` : ''
  return [
    code,
    lot && `Lot ${lot}`,
    !isZero(discount) && `Discount${percent} -${plainMoney(discount, currency)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const taxOf = ({ taxCategory, taxRate }: Pick<InvoiceLine, 'taxCategory' | 'taxRate'>): string =>
  taxCategory === 'S' ? `${plainNumber(taxRate)} %` : shortNames[taxCategory]

const shortNames: Record<Exclude<TaxCategory, 'S'>, string> = {
  Z: '0 %',
  E: 'Exempt',
  AE: 'Reverse',
  K: 'EU',
  G: 'Export',
  O: 'None',
}
