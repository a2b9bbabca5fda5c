import type { TaxCategory, TaxMode } from '#contract'
import { halfUp, sum, toUnits } from './units.ts'

export interface Tax {
  taxCategory: TaxCategory
  /** Percent. */
  taxRate: string
}

/** Amounts in whole minor units of the currency. */
export interface Split {
  net: bigint
  tax: bigint
  gross: bigint
}

/** Rates have four decimals at most, so that 100 percent is a million of their parts. */
export const hundredPercent = 1_000_000n
export const rateUnits = (percent: string): bigint => toUnits(percent, 4)

/** Those of one category and rate, which are taxed together. */
export const taxKey = ({ taxCategory, taxRate }: Tax): string => `${taxCategory} ${taxRate}`

/**
 * The part of `base` that has to be computed, as a fraction. Prices without tax are the net, and the tax is computed
 * (EN 16931 BR-CO-17); prices with tax are the gross, and the net is computed, so that the gross stays what was said.
 */
export function partOf(base: bigint, { taxRate }: Tax, mode: TaxMode): { dividend: bigint; divisor: bigint } {
  const rate = rateUnits(taxRate)
  return mode === 'exclusive'
    ? { dividend: base * rate, divisor: hundredPercent }
    : { dividend: base * hundredPercent, divisor: hundredPercent + rate }
}

export function roundedPartOf(base: bigint, tax: Tax, mode: TaxMode): bigint {
  const { dividend, divisor } = partOf(base, tax, mode)
  return halfUp(dividend, divisor)
}

/** All three amounts, from the one that is given and the one that was computed. */
export const toSplit = (base: bigint, part: bigint, mode: TaxMode): Split =>
  mode === 'exclusive'
    ? { net: base, tax: part, gross: base + part }
    : { net: part, tax: base - part, gross: base }

export const sumOfSplits = (splits: Split[]): Split => ({
  net: sum(splits.map(({ net }) => net)),
  tax: sum(splits.map(({ tax }) => tax)),
  gross: sum(splits.map(({ gross }) => gross)),
})
