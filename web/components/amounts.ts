import { currencyDecimals, plainDecimal } from '#contract'
import { locale } from './format.ts'

// Decimals stay text throughout: `Intl` writes text out exactly, where a number would be rounded first.

const written = (decimal: string) => decimal as `${number}`

/** `€1,234.50`, with the currency's own number of decimals. */
export const formatAmount = (amount: string, currency: string) =>
  amountsIn(currency, currencyDecimals(currency)).format(written(amount))

/** `€0.0125`: the price of one unit may have more decimals than its currency. */
export const formatUnitPrice = (price: string, currency: string) =>
  amountsIn(currency, 6).format(written(price))

const quantities = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })

/** `1,200`, `0.5` */
export const formatQuantity = (quantity: string) => quantities.format(written(quantity))

/** `20%` */
export const formatPercent = (percent: string) => `${formatQuantity(percent)}%`

/** Whether there is something: `0.00` is nothing, `-0.01` is not. */
export const isZero = (decimal: string) => !/[1-9]/.test(decimal)

export const isNegative = (decimal: string) => decimal.startsWith('-') && !isZero(decimal)

const formats = new Map<string, Intl.NumberFormat>()

/** Making one costs more than a table of amounts. */
function amountsIn(currency: string, decimals: number): Intl.NumberFormat {
  const key = `${currency} ${decimals}`
  const made =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: currencyDecimals(currency),
      maximumFractionDigits: decimals,
    })
  formats.set(key, made)
  return made
}

/** Whether it may be a thousand times what it may be, too: `1,200` is how twelve hundred is written here. */
const isUnclear = (typed: string) => /^[+-]?[1-9]\d{0,2},\d{3}$/.test(typed.trim())

/** How to write what can be read in two ways, in a sentence. */
export const unclearDecimal = (typed: string): string | undefined =>
  isUnclear(typed) ? `Write ${typed.trim().replace(',', '')} or ${typed.trim().replace(',', '.')}` : undefined

/**
 * A decimal as people type it, as the API takes it: `12,5` is `12.5`, and of `1.234,50` and `1,234.50` the last mark is
 * the point. What is no number, or one of two, stays as it was typed, for the contract to say so.
 */
export function readDecimal(typed: string): string {
  if (isUnclear(typed)) return typed.trim()
  const marks = typed.trim().replace(/[\s'’]/g, '')
  const grouped = /^([+-]?\d{1,3})((?:([.,])\d{3})(?:\3\d{3})*)(?!\3)([.,])(\d+)$/.exec(marks)
  const plain = grouped
    ? `${grouped[1]}${grouped[2]?.replace(/[.,]/g, '')}.${grouped[5]}`
    : marks.replace(',', '.')
  return plainDecimal(plain) === null ? typed.trim() : plain
}
