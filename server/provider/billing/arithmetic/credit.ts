import { Decimal, type TaxMode } from '#contract'
import { apportion } from './apportion.ts'
import {
  computedPart,
  type Rounded,
  rounded,
  type Split,
  sumOfSplits,
  type Tax,
  taxKey,
  toSplit,
  totalsOf,
} from './split.ts'

/** An issued invoice. */
export interface Issued {
  taxMode: TaxMode
  lines: (Split & Tax & { id: string; quantity: Decimal })[]
  discounts: (Split & Tax)[]
  taxes: (Split & Tax)[]
}

export interface CreditedLine extends Split {
  lineId: string
  quantity: Decimal
}

export interface Credit {
  lines: CreditedLine[]
  taxes: (Rounded & Tax)[]
  totals: Rounded
}

/**
 * Computes a credit note for `wanted`, after the earlier ones that `credited` the lines it holds. A line is credited with
 * its share of the invoice discounts, in proportion to the quantity. Once everything is credited, the credit notes add up
 * to the invoice exactly, per category and rate.
 */
export function computeCredit(
  invoice: Issued,
  credited: CreditedLine[],
  wanted: Pick<CreditedLine, 'lineId' | 'quantity'>[],
): Credit {
  const { taxMode } = invoice
  const baseOf = ({ net, gross }: Split) => (taxMode === 'exclusive' ? net : gross)
  const partIn = ({ net, tax }: Split) => (taxMode === 'exclusive' ? tax : net)
  const creditedOf = Map.groupBy(credited, ({ lineId }) => lineId)
  const wantedOf = new Map(wanted.map((credit) => [credit.lineId, credit]))
  const found = new Map<string, CreditedLine>()

  const taxes = invoice.taxes.flatMap((whole) => {
    const { taxCategory, taxRate } = whole
    const isSameRate = (other: Tax) => taxKey(other) === taxKey(whole)
    const members = invoice.lines.filter(isSameRate)
    const scale = baseOf(whole).scale
    const discount = Decimal.sum(invoice.discounts.filter(isSameRate).map(baseOf)).round(scale)
    const reductions = apportion(discount, members.map(baseOf))
    const now = members.flatMap((line, at) => {
      const credit = wantedOf.get(line.id)
      if (!credit) return []
      const before = creditedOf.get(line.id) ?? []
      const quantity = Decimal.sum([credit, ...before].map(({ quantity }) => quantity))
      const upToNow = baseOf(line).minus(reductions[at]!).times(quantity).dividedBy(line.quantity, scale)
      return [{ ...credit, base: upToNow.minus(Decimal.sum(before.map(baseOf))) }]
    })
    if (now.length === 0) return []

    const before = members.flatMap(({ id }) => creditedOf.get(id) ?? [])
    const part = nextPart({
      of: whole,
      taxMode,
      whole: { base: baseOf(whole), part: partIn(whole) },
      before: {
        base: Decimal.sum(before.map(baseOf)).round(scale),
        part: Decimal.sum(before.map(partIn)).round(scale),
      },
      base: Decimal.sum(now.map(({ base }) => base)),
    })
    const parts = apportion(
      part,
      now.map(({ base }) => base),
    )
    const lines = now.map(({ lineId, quantity, base }, n) => ({
      lineId,
      quantity,
      ...toSplit(base, parts[n]!, taxMode),
    }))
    for (const line of lines) found.set(line.lineId, line)
    return [rounded({ taxCategory, taxRate, ...sumOfSplits(lines) })]
  })
  return { lines: wanted.map(({ lineId }) => found.get(lineId)!), taxes, totals: totalsOf(taxes) }
}

interface Step {
  of: Tax
  taxMode: TaxMode
  whole: { base: Decimal; part: Decimal }
  before: { base: Decimal; part: Decimal }
  base: Decimal
}

/**
 * Computes the tax (or net) of one credit note. It is rounded on its own, as long as the credit notes together stay
 * within a minor unit of the exact amount. The note that completes the rate takes the remainder. So errors do not add up,
 * no amount is negative, and enough is left for later notes.
 */
function nextPart({ of, taxMode, whole, before, base }: Step): Decimal {
  const after = before.base.plus(base)
  if (after.equals(whole.base)) return whole.part.minus(before.part)
  const floor = computedPart(after, of, taxMode, 'floor')
  const ceiling = computedPart(after, of, taxMode, 'ceiling')
  // With inclusive prices, the net that is left must not exceed the gross that is left.
  const leastNet = taxMode === 'inclusive' ? whole.part.minus(whole.base.minus(after)) : floor
  const least = Decimal.max(floor, before.part, leastNet)
  const most = Decimal.min(ceiling, whole.part)
  const rounded = before.part.plus(computedPart(base, of, taxMode))
  return Decimal.max(least, Decimal.min(most, rounded)).minus(before.part)
}
