import { currencyDecimals, Decimal } from '#contract'
import type { Split } from '#engines/invoicing'
import type { InvoiceRow } from './invoice-rows.ts'

/** Returns functions that read amounts of a currency, which columns store with more decimals than it may have. */
export function amountsIn(currency: string) {
  const decimals = currencyDecimals(currency)
  const money = (amount: string): Decimal => Decimal.of(amount).round(decimals)
  return {
    money,
    split: ({ net, tax, gross }: Record<keyof Split, string>): Split => ({
      net: money(net),
      tax: money(tax),
      gross: money(gross),
    }),
    taxGroup: ({ rate, taxable, tax, rounding, ...group }: InvoiceRow['taxBreakdown'][number]) => ({
      ...group,
      rate: plain(rate),
      taxable: money(taxable),
      tax: money(tax),
      rounding: money(rounding),
    }),
  }
}

/** Returns a column's value without the zeros that its scale adds. */
export const plain = (value: string): Decimal => Decimal.of(value).normalized()

/** PostgreSQL's JSON contains times with an offset. */
export const toInstant = (time: string): string => new Date(time).toISOString()
