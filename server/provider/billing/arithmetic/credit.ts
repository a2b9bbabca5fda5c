import type { TaxMode } from '#contract'
import { partOf, type Split, sumOfSplits, type Tax, taxKey, toSplit } from './split.ts'
import { apportion, halfUp, sum, toUnits } from './units.ts'

/** An invoice as it was issued, in whole minor units. */
export interface Issued {
  taxMode: TaxMode
  lines: (Split & { id: string; quantity: string; of: Tax })[]
  discounts: (Split & { of: Tax })[]
  taxes: (Split & { of: Tax })[]
}

export interface CreditedLine extends Split {
  lineId: string
  quantity: string
}

export interface Credit {
  lines: CreditedLine[]
  taxes: (Split & { of: Tax })[]
  totals: Split
}

/**
 * Computes what crediting `wanted` comes to after what `credited` holds. A line is credited with its share of the
 * discounts on the document, in proportion to the quantity; once everything is credited, the credit notes add up to the
 * invoice exactly, per category and rate.
 */
export function computeCredit(
  invoice: Issued,
  credited: CreditedLine[],
  wanted: { lineId: string; quantity: string }[],
): Credit {
  const { taxMode } = invoice
  const baseOf = ({ net, gross }: Split) => (taxMode === 'exclusive' ? net : gross)
  const partIn = ({ net, tax }: Split) => (taxMode === 'exclusive' ? tax : net)
  const creditedOf = Map.groupBy(credited, ({ lineId }) => lineId)
  const wantedOf = new Map(wanted.map((credit) => [credit.lineId, credit]))
  const found = new Map<string, CreditedLine>()

  const taxes = invoice.taxes.flatMap((whole) => {
    const { of } = whole
    const same = (other: { of: Tax }) => taxKey(other.of) === taxKey(of)
    const members = invoice.lines.filter(same)
    const discount = sum(invoice.discounts.filter(same).map(baseOf))
    const reductions = apportion(discount, members.map(baseOf))
    const now = members.flatMap((line, at) => {
      const credit = wantedOf.get(line.id)
      if (!credit) return []
      const before = creditedOf.get(line.id) ?? []
      const quantity = sum([credit, ...before].map(({ quantity }) => toUnits(quantity, 6)))
      const upToNow = halfUp((baseOf(line) - reductions[at]!) * quantity, toUnits(line.quantity, 6))
      return [{ ...credit, base: upToNow - sum(before.map(baseOf)) }]
    })
    if (now.length === 0) return []

    const before = members.flatMap(({ id }) => creditedOf.get(id) ?? [])
    const part = nextPart({
      of,
      taxMode,
      whole: { base: baseOf(whole), part: partIn(whole) },
      before: { base: sum(before.map(baseOf)), part: sum(before.map(partIn)) },
      base: sum(now.map(({ base }) => base)),
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
    return [{ of, ...sumOfSplits(lines) }]
  })
  return { lines: wanted.map(({ lineId }) => found.get(lineId)!), taxes, totals: sumOfSplits(taxes) }
}

interface Step {
  of: Tax
  taxMode: TaxMode
  whole: { base: bigint; part: bigint }
  before: { base: bigint; part: bigint }
  base: bigint
}

/**
 * The computed part of one credit note. It is rounded by itself, as if it stood alone, while the credit notes together
 * stay within a minor unit of what is exact; the one that completes the rate takes what remains. So no error grows, none
 * is negative, and what remains for later ones suffices.
 */
function nextPart({ of, taxMode, whole, before, base }: Step): bigint {
  const after = before.base + base
  if (after === whole.base) return whole.part - before.part
  const exact = partOf(after, of, taxMode)
  const floor = exact.dividend / exact.divisor
  const ceiling = (exact.dividend + exact.divisor - 1n) / exact.divisor
  const own = partOf(base, of, taxMode)
  // With tax in the prices, the net that is left must not exceed the gross that is left.
  const enough = taxMode === 'inclusive' ? whole.part - (whole.base - after) : 0n
  const least = max(floor, before.part, enough)
  const most = min(ceiling, whole.part)
  return max(least, min(most, before.part + halfUp(own.dividend, own.divisor))) - before.part
}

const max = (...values: bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b))
const min = (...values: bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b))
