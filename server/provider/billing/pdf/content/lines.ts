import type { InvoiceLine, TaxCategory } from '#contract'
import type { PrintedInvoice } from './printed.ts'
import { isZero, oneLine, plainMoney, plainNumber } from './wording.ts'

/** The table of lines. The first column has a description and details. */
export function linesOf({ currency, taxMode, lines }: PrintedInvoice) {
  return {
    head: ['Description', 'Quantity', 'Unit price', 'Tax', `Amount (${currency})`],
    rows: lines.map((line) => ({
      description: oneLine(line.description),
      details: detailsOf(line, currency),
      values: [
        plainNumber(line.quantity),
        plainMoney(line.unitPrice, currency),
        taxOf(line),
        plainMoney(taxMode === 'inclusive' ? line.gross : line.net, currency),
      ],
    })),
  }
}

function detailsOf({ code, lot, discount, discountPercent }: InvoiceLine, currency: string): string {
  const percent = discountPercent === null ? '' : ` (${plainNumber(discountPercent)} %)`
  return [
    code,
    lot && `Lot ${lot}`,
    !isZero(discount) && `Discount${percent} -${plainMoney(discount, currency)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const taxOf = ({ taxCategory, taxRate }: InvoiceLine): string =>
  taxCategory === 'S' ? `${plainNumber(taxRate)} %` : shortNames[taxCategory]

const shortNames: Record<Exclude<TaxCategory, 'S'>, string> = {
  Z: '0 %',
  E: 'Exempt',
  AE: 'Reverse',
  K: 'EU',
  G: 'Export',
  O: 'None',
}
