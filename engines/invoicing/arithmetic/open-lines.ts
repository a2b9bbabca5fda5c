import { Decimal } from '#rules/decimal'
import type { TaxMode } from '#rules/invoice'
import { apportion } from './apportion.ts'
import { baseOf, type Split, sumOfSplits, type Tax, taxKey } from './split.ts'

/** An issued invoice. */
export interface Issued {
  taxMode: TaxMode
  lines: (Split & Tax & { id: string; quantity: Decimal })[]
  discounts: (Split & Tax)[]
  taxes: (Split & Tax)[]
}

export interface CreditedLine extends Split {
  lineId: string
  /** Null if an amount was credited. */
  quantity: Decimal | null
}

/** A credit note as later ones of its invoice need it. */
export interface EarlierNote {
  lines: CreditedLine[]
  taxes: (Tax & Pick<Split, 'tax'>)[]
}

/** A line with its share of the invoice discounts, and what earlier credit notes left of it. */
export interface OpenLine {
  id: string
  /** The amount that is not yet credited: net with exclusive prices, gross with inclusive ones. */
  left: Decimal
  /** The quantity that is not yet credited. It is zero if amounts have been credited in full. */
  quantityLeft: Decimal
  /** Returns what remains to be credited for a quantity, besides earlier ones. */
  amountOf(quantity: Decimal): Decimal
}

/** Lines that are taxed together. */
export interface Group {
  of: Tax
  whole: Split
  /** The sum of the credited lines. */
  credited: Split
  /** The tax that earlier credit notes state. Their lines contain the rounding amounts, too. */
  statedTax: Decimal
  lines: OpenLine[]
}

/** Returns the lines of an invoice by category and rate, with what earlier credit notes left of them. */
export function openGroups({ taxMode, lines, discounts, taxes }: Issued, earlier: EarlierNote[]): Group[] {
  const creditedOf = Map.groupBy(
    earlier.flatMap((note) => note.lines),
    ({ lineId }) => lineId,
  )
  const stated = earlier.flatMap((note) => note.taxes)
  return taxes.map((whole) => {
    const isSameRate = (other: Tax) => taxKey(other) === taxKey(whole)
    const members = lines.filter(isSameRate)
    const { scale } = baseOf(whole, taxMode)
    const sumOfBases = (splits: Split[]) =>
      Decimal.sum(splits.map((split) => baseOf(split, taxMode))).round(scale)
    const reductions = apportion(
      sumOfBases(discounts.filter(isSameRate)),
      members.map((line) => baseOf(line, taxMode)),
    )
    return {
      of: whole,
      whole,
      credited: sumOfSplits(members.flatMap(({ id }) => creditedOf.get(id) ?? [])),
      statedTax: Decimal.sum(stated.filter(isSameRate).map(({ tax }) => tax)).round(scale),
      lines: members.map((line, at) => {
        const base = baseOf(line, taxMode).minus(reductions[at]!)
        const before = creditedOf.get(line.id) ?? []
        const byQuantity = before.filter(({ quantity }) => quantity !== null)
        const quantityBefore = Decimal.sum(byQuantity.map(({ quantity }) => quantity!))
        const left = base.minus(sumOfBases(before))
        const isUsedUp = base.sign > 0 && left.sign === 0
        return {
          id: line.id,
          left,
          quantityLeft: isUsedUp ? Decimal.zero : line.quantity.minus(quantityBefore).normalized(),
          amountOf(quantity) {
            const upToNow = base.times(quantityBefore.plus(quantity)).dividedBy(line.quantity, scale)
            return Decimal.min(left, upToNow.minus(sumOfBases(byQuantity)))
          },
        }
      }),
    }
  })
}

/** Returns the lines of an invoice with what is left of them to credit. */
export const openLines = (invoice: Issued, earlier: EarlierNote[]): OpenLine[] =>
  openGroups(invoice, earlier).flatMap(({ lines }) => lines)
