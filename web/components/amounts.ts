import { currencyDecimals, Decimal } from '#contract'
import { locale } from './format.ts'

// `Intl` formats decimal text exactly; a number would be rounded first.

const written = (decimal: string) => decimal as `${number}`

/** `€1,234.50`, with the currency's own number of decimals. */
export const formatAmount = (amount: string, currency: string) =>
  amountsIn(currency, currencyDecimals(currency)).format(written(amount))

/** `€0.0125`: a unit price may have more decimals than its currency. */
export const formatUnitPrice = (price: string, currency: string) =>
  amountsIn(currency, 6).format(written(price))

const quantities = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })

/** `1,200`, `0.5` */
export const formatQuantity = (quantity: string) => quantities.format(written(quantity))

/** `20%` */
export const formatPercent = (percent: string) => `${formatQuantity(percent)}%`

/** Whether the decimal is zero, however many decimals it has. */
export const isZero = (decimal: string) => !/[1-9]/.test(decimal)

export const isNegative = (decimal: string) => decimal.startsWith('-') && !isZero(decimal)

const formats = new Map<string, Intl.NumberFormat>()

/** Cached: creating a formatter costs more than formatting a table of amounts. */
function amountsIn(currency: string, decimals: number): Intl.NumberFormat {
  const key = `${currency} ${decimals}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: currencyDecimals(currency),
      maximumFractionDigits: decimals,
    })
  formats.set(key, format)
  return format
}

// Exact arithmetic on decimals as text, where a page combines two of them.

/** Returns the exact sum, with the decimals of the longer one: `1.10` and `2` make `3.10`. */
export const addDecimals = (one: string, other: string): string =>
  Decimal.of(one).plus(Decimal.of(other)).toString()

export const subtractDecimals = (one: string, other: string): string =>
  Decimal.of(one).minus(Decimal.of(other)).toString()

export const isLess = (one: string, other: string): boolean => Decimal.of(one).lessThan(Decimal.of(other))

/** Whether both are the same number: `1.50` and `1.5`. */
export const isSame = (one: string, other: string): boolean => Decimal.of(one).equals(Decimal.of(other))
