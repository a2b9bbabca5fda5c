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

/** Whether the comma may group thousands or begin the decimals: `1,200`. */
const isAmbiguous = (typed: string) => /^[+-]?[1-9]\d{0,2},\d{3}$/.test(typed.trim())

/** Returns how to write an ambiguous number instead: `Write 1200 or 1.200`. */
export const unclearDecimal = (typed: string): string | undefined =>
  isAmbiguous(typed)
    ? `Write ${typed.trim().replace(',', '')} or ${typed.trim().replace(',', '.')}`
    : undefined

/**
 * Returns a typed decimal as the API takes it: `12,5` as `12.5`; in `1.234,50` and `1,234.50` the last mark is the
 * point. Text that is no number, or an ambiguous one, stays as typed and is refused by the contract.
 */
export function readDecimal(typed: string): string {
  if (isAmbiguous(typed)) return typed.trim()
  const marks = typed.trim().replace(/[\s'’]/g, '')
  const grouped = /^([+-]?\d{1,3})((?:([.,])\d{3})(?:\3\d{3})*)(?!\3)([.,])(\d+)$/.exec(marks)
  const plain = grouped
    ? `${grouped[1]}${grouped[2]?.replace(/[.,]/g, '')}.${grouped[5]}`
    : marks.replace(',', '.')
  return Decimal.parse(plain) === null ? typed.trim() : plain
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
