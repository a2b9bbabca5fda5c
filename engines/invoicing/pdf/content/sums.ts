import type { TaxGroup } from '#rules/invoice'
import type { Printed } from './printed.ts'
import { isZero, money, negated, oneLine, plainNumber, taxNames } from './wording.ts'

interface Sum {
  name: string
  amount: string
  strong?: true
}

/** The sums under the lines: discounts, tax per rate, and the total. */
export function sumsOf(document: Printed): Sum[] {
  const { currency, totals, taxMode, wholeDiscounts, sumOfLines, taxBreakdown } = document
  const sum = (name: string, amount: string) => ({ name: oneLine(name), amount: money(amount, currency) })
  const less = (name: string, amount: string) => sum(name, isZero(amount) ? amount : negated(amount))
  const taxes = taxBreakdown.filter(({ tax }) => !isZero(tax))
  const total: Sum = { ...sum('Total', totals.gross), strong: true }
  const partsOfTotal = [
    ...taxes.map((group): [string, string] => [taxName(group), group.tax]),
    ...(isZero(totals.rounding) ? [] : [['Rounding', totals.rounding] as [string, string]]),
  ]
  return [
    ...(wholeDiscounts.length > 0 ? [sum('Subtotal', sumOfLines)] : []),
    ...wholeDiscounts.map(({ reason, percent, amount }) =>
      less(percent === null ? reason : `${reason} (${plainNumber(percent)} %)`, amount),
    ),
    ...(taxMode === 'inclusive'
      ? [total, ...partsOfTotal.map(([name, amount]) => sum(`including ${name}`, amount))]
      : [
          sum('Total excluding tax', totals.net),
          ...partsOfTotal.map(([name, amount]) => sum(name, amount)),
          total,
        ]),
  ]
}

/** The totals per category and rate, as tax authorities require, with the reason for charging no tax. */
export function taxesOf({ currency, taxBreakdown }: Printed) {
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
