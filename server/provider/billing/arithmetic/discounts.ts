import { invalidField } from '#platform'
import type { Group } from './invoice.ts'
import { tooManyDecimals } from './line.ts'
import { hundredPercent, rateUnits, type Tax, taxKey } from './split.ts'
import { apportion, decimalsOf, halfUp, sum, toUnits } from './units.ts'

export interface DiscountTerms {
  reason: string
  percent: string | null
  amount: string | null
  /** What it is taken from; null for all rates, in proportion to what is left of them. */
  of: Tax | null
}

/** What a discount takes from one category and rate: with tax where prices are with tax. */
export interface Share {
  reason: string
  percent: string | null
  group: Group
  amount: bigint
}

/**
 * Takes the discounts on the document from what the groups have `left`, one after the other. Each percentage is of the
 * sum of the lines, as BT-93 has it, not of what the discount before it left.
 * @throws Refusal `validation_failed` naming the discount that exceeds what it is taken from.
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
    if (amount !== null && decimalsOf(amount) > decimals)
      throw invalidField(`${path}.amount`, tooManyDecimals(decimals))

    const left = sum(from.map((group) => group.left))
    let taken =
      amount === null
        ? halfUp(sum(from.map(({ base }) => base)) * rateUnits(percent ?? '0'), hundredPercent)
        : toUnits(amount, decimals)
    // Several percentages that make up everything may each have been rounded up.
    if (amount === null && taken === left + 1n) taken = left
    if (taken > left) {
      throw invalidField(
        `${path}.${amount === null ? 'percent' : 'amount'}`,
        'More than there is to take it from',
      )
    }
    return apportion(
      taken,
      from.map((group) => group.left),
    ).flatMap((share, n) => {
      const group = from[n]!
      group.left -= share
      return share > 0n ? [{ reason, percent, group, amount: share }] : []
    })
  })
}
