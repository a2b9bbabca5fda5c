import type { TaxGroup } from '#contract'
import type { PrintedInvoice } from './printed.ts'
import { isZero, money, negated, oneLine, plainNumber, taxNames } from './wording.ts'

interface Sum {
  name: string
  amount: string
  strong?: true
}

/** The sums under the lines: discounts, tax per rate, what was paid and credited, and the amount due. */
export function sumsOf(invoice: PrintedInvoice): Sum[] {
  const { currency, totals, taxMode, wholeDiscounts, sumOfLines, taxBreakdown, status } = invoice
  const sum = (name: string, amount: string) => ({ name: oneLine(name), amount: money(amount, currency) })
  const less = (name: string, amount: string) => sum(name, isZero(amount) ? amount : negated(amount))
  const taxes = taxBreakdown.filter(({ tax }) => !isZero(tax))
  const total: Sum = { ...sum('Total', totals.gross), strong: true }
  return [
    ...(wholeDiscounts.length > 0 ? [sum('Subtotal', sumOfLines)] : []),
    ...wholeDiscounts.map(({ reason, percent, amount }) =>
      less(percent === null ? reason : `${reason} (${plainNumber(percent)} %)`, amount),
    ),
    ...(taxMode === 'inclusive'
      ? [
          total,
          ...taxes.map((group) => sum(`including ${taxName(group)}`, group.tax)),
          ...(isZero(totals.rounding) ? [] : [sum('including rounding', totals.rounding)]),
        ]
      : [
          sum('Total excluding tax', totals.net),
          ...taxes.map((group) => sum(taxName(group), group.tax)),
          total,
        ]),
    ...(isZero(totals.credited) ? [] : [less('Credited', totals.credited)]),
    ...(isZero(totals.paid) ? [] : [less('Paid', totals.paid)]),
    ...(status === 'issued' || status === 'paid'
      ? [{ ...sum('Amount due', totals.due), strong: true as const }]
      : []),
  ]
}

/** The totals per category and rate, as tax authorities require, with the reason for charging no tax. */
export function taxesOf({ currency, taxBreakdown }: PrintedInvoice) {
  return {
    head: ['Tax', `Excluding tax (${currency})`, `Tax (${currency})`],
    rows: taxBreakdown.map((group) => ({
      name: oneLine(nameWithReason(group)),
      values: [money(group.taxable, currency), money(group.tax, currency)],
    })),
  }
}

const taxName = ({ category, rate }: TaxGroup): string =>
  category === 'S' ? `${taxNames.S} ${plainNumber(rate)} %` : taxNames[category]

const nameWithReason = (group: TaxGroup): string =>
  group.exemptionReason && group.exemptionReason !== taxName(group)
    ? `${taxName(group)}: ${group.exemptionReason}`
    : taxName(group)
