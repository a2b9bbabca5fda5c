import { currencyDecimals } from '#rules/currency-decimals'
import type { PaymentMethod } from '#rules/invoice'
import type { TaxCategory } from '#rules/money'

/** Formats an exact amount: `€1,234.50`, `KWD 12.500`. */
export function money(amount: string, currency: string): string {
  const decimals = currencyDecimals(currency)
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(exact(amount))
}

/** Formats an amount or unit price without the currency, for columns whose header has it. */
export function plainMoney(amount: string, currency: string): string {
  return new Intl.NumberFormat('en', {
    minimumFractionDigits: currencyDecimals(currency),
    maximumFractionDigits: 6,
  }).format(exact(amount))
}

/** Formats a quantity or percentage. */
export const plainNumber = (value: string): string =>
  new Intl.NumberFormat('en', { maximumFractionDigits: 6 }).format(exact(value))

/** `Intl` formats decimal text exactly. */
const exact = (decimal: string) => decimal as Intl.StringNumericLiteral

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Formats a date: `31 January 2026`. */
export const longDate = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))

export const taxNames: Record<TaxCategory, string> = {
  S: 'Tax',
  Z: 'Zero-rated',
  E: 'Exempt from tax',
  AE: 'Reverse charge',
  K: 'Intra-community supply',
  G: 'Export',
  O: 'Outside the scope of tax',
}

export const methodNames: Record<PaymentMethod, string> = {
  cash: 'Cash',
  card: 'Card',
  transfer: 'Bank transfer',
  direct_debit: 'Direct debit',
  cheque: 'Cheque',
  other: 'Other',
}

/** Joins the lines of a text, which would make a table needlessly long. */
export const oneLine = (text: string): string => text.replace(/[\s\u0085]+/g, ' ')

/** Formats an IBAN in groups of four. */
export const grouped = (iban: string): string => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount)

export const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)
