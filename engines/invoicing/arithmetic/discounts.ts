import { Decimal } from '#rules/decimal'
import { hundredPercent } from '#rules/money'
import { InvoicingError } from '../error.ts'
import { apportion } from './apportion.ts'
import { exceedsDecimals, tooManyDecimals } from './line.ts'
import { type Tax, taxKey } from './split.ts'

export interface DiscountTerms {
  reason: string
  percent: Decimal | null
  amount: Decimal | null
  /** The rate that it reduces; null for all rates, in proportion to what is left of each. */
  of: Tax | null
}

/** The lines of one category and rate. */
export interface Group {
  of: Tax
  /** Indexes of its lines. */
  members: number[]
  base: Decimal
  /** The base less the discounts taken so far. */
  left: Decimal
}

/** The amount that a discount takes from one category and rate: including tax if prices do. */
export interface Share {
  reason: string
  percent: Decimal | null
  group: Group
  amount: Decimal
}

/**
 * Takes the invoice discounts from what the groups have `left`, one after the other. Each percentage is of the sum of the
 * lines (BT-93), not of what earlier discounts left.
 * @throws InvoicingError `validation_failed` naming the discount that exceeds what it is taken from
 */
export function takeDiscounts(
  discounts: DiscountTerms[],
  groups: Map<string, Group>,
  decimals: number,
): Share[] {
  return discounts.flatMap(({ reason, percent, amount, of }, at) => {
    const path = `discounts[${at}]`
    const from = of ? [groups.get(taxKey(of)) ?? []].flat() : [...groups.values()]
    if (from.length === 0) throw invalidField(`${path}.taxRate`, 'No line has this rate')
    if (amount && exceedsDecimals(amount, decimals))
      throw invalidField(`${path}.amount`, tooManyDecimals(decimals))

    const left = Decimal.sum(from.map((group) => group.left))
    let taken = amount?.round(decimals) ?? percentOf(from, percent ?? Decimal.zero, decimals)
    // Several percentages that add up to 100 can each have been rounded up.
    if (!amount && taken.minus(left).equals(Decimal.of(`1e-${decimals}`))) taken = left
    if (left.lessThan(taken))
      throw invalidField(`${path}.${amount ? 'amount' : 'percent'}`, 'More than the amount it is taken from')
    return apportion(
      taken,
      from.map((group) => group.left),
    ).flatMap((share, n) => {
      const group = from[n]!
      group.left = group.left.minus(share)
      return share.sign > 0 ? [{ reason, percent, group, amount: share }] : []
    })
  })
}

function percentOf(groups: Group[], percent: Decimal, decimals: number): Decimal {
  return Decimal.sum(groups.map(({ base }) => base))
    .times(percent)
    .dividedBy(hundredPercent, decimals)
}

const invalidField = (path: string, message: string) =>
  new InvoicingError('validation_failed', [{ path, message }])
