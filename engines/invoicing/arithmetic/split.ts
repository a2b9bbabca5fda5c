import { Decimal, type Rounding } from '#rules/decimal'
import type { TaxMode } from '#rules/invoice'
import { hundredPercent, type TaxCategory } from '#rules/money'

export interface Tax {
  taxCategory: TaxCategory
  /** Percent. */
  taxRate: Decimal
}

/** Amounts with the decimals of the currency. */
export interface Split {
  net: Decimal
  tax: Decimal
  gross: Decimal
}

/** Identifies a category and rate, whose lines are taxed together. */
export const taxKey = ({ taxCategory, taxRate }: Tax): string => `${taxCategory} ${taxRate}`

/**
 * Computes the amount that follows from `base`, with its decimals. Exclusive prices are the net, so this is the tax
 * (EN 16931 BR-CO-17). Inclusive prices are the gross, so this is the net, and the gross stays as given.
 */
export function computedPart(base: Decimal, { taxRate }: Tax, mode: TaxMode, rounding?: Rounding): Decimal {
  return mode === 'exclusive'
    ? base.times(taxRate).dividedBy(hundredPercent, base.scale, rounding)
    : base.times(hundredPercent).dividedBy(hundredPercent.plus(taxRate), base.scale, rounding)
}

/** Returns the given amount of a split, and the computed one. */
export const baseOf = ({ net, gross }: Split, mode: TaxMode): Decimal => (mode === 'exclusive' ? net : gross)
export const partOf = ({ net, tax }: Split, mode: TaxMode): Decimal => (mode === 'exclusive' ? tax : net)

/** Returns all three amounts, from the given one and the computed one. */
export const toSplit = (base: Decimal, part: Decimal, mode: TaxMode): Split =>
  mode === 'exclusive'
    ? { net: base, tax: part, gross: base.plus(part) }
    : { net: part, tax: base.minus(part), gross: base }

/** The amounts of a category and rate, or of a document: net + tax + rounding = gross. */
export interface Rounded extends Split {
  /** BT-114 */
  rounding: Decimal
}

/**
 * Returns a category and rate with the tax that EN 16931 computes from its net (BR-CO-17). An inclusive gross, or what
 * earlier credit notes left of it, can differ from net and tax by a minor unit: the rounding amount.
 */
export function rounded<Group extends Split & Tax>(group: Group): Group & Rounded {
  const tax = computedPart(group.net, group, 'exclusive')
  return { ...group, tax, rounding: group.gross.minus(group.net).minus(tax) }
}

/** Returns the totals of a document, whose decimals are those of its currency. */
export const totalsOf = (taxes: Rounded[]): Rounded => ({
  ...sumOfSplits(taxes),
  rounding: Decimal.sum(taxes.map(({ rounding }) => rounding)),
})

export const sumOfSplits = (splits: Split[]): Split => ({
  net: Decimal.sum(splits.map(({ net }) => net)),
  tax: Decimal.sum(splits.map(({ tax }) => tax)),
  gross: Decimal.sum(splits.map(({ gross }) => gross)),
})
