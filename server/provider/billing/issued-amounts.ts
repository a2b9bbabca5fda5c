import { type CreditNote, currencyDecimals, type Invoice } from '#contract'
import type { CreditedLine, Issued } from './arithmetic/credit.ts'
import { toUnits } from './arithmetic/units.ts'

/** An invoice as credit notes are computed from it. */
export function toIssued({ currency, taxMode, lines, discounts, taxBreakdown }: Invoice): Issued {
  const decimals = currencyDecimals(currency)
  const units = (amount: string) => toUnits(amount, decimals)
  return {
    taxMode,
    lines: lines.map(({ id, quantity, taxCategory, taxRate, net, tax, gross }) => ({
      id,
      quantity,
      of: { taxCategory, taxRate },
      net: units(net),
      tax: units(tax),
      gross: units(gross),
    })),
    discounts: discounts.map(({ taxCategory, taxRate, amount, tax, gross }) => ({
      of: { taxCategory, taxRate },
      net: units(amount),
      tax: units(tax),
      gross: units(gross),
    })),
    taxes: taxBreakdown.map(({ category, rate, taxable, tax }) => ({
      of: { taxCategory: category, taxRate: rate },
      net: units(taxable),
      tax: units(tax),
      gross: units(taxable) + units(tax),
    })),
  }
}

/** What its credit notes credited so far. */
export function creditedLines({ currency, creditNotes }: Invoice): CreditedLine[] {
  const decimals = currencyDecimals(currency)
  const toLine = ({ lineId, quantity, net, tax, gross }: CreditNote['lines'][number]) => ({
    lineId,
    quantity,
    net: toUnits(net, decimals),
    tax: toUnits(tax, decimals),
    gross: toUnits(gross, decimals),
  })
  return creditNotes.flatMap((note) => note.lines.map(toLine))
}
