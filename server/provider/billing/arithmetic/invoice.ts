import type { TaxMode } from '#contract'
import { refuseFields } from '../refuse-fields.ts'
import { type DiscountTerms, type Share, takeDiscounts } from './discounts.ts'
import { amountOfLine, type LineTerms } from './line.ts'
import { roundedPartOf, type Split, sumOfSplits, type Tax, taxKey, toSplit } from './split.ts'
import { apportion, sum } from './units.ts'

export interface Terms {
  /** Of the currency's minor unit: 2 for EUR. */
  decimals: number
  taxMode: TaxMode
  lines: LineTerms[]
  discounts: DiscountTerms[]
}

/** A share of a discount on the document, with the tax that it saves. */
export interface DiscountShare extends Split {
  reason: string
  percent: string | null
  of: Tax
}

export interface Computed {
  lines: (Split & { discount: bigint })[]
  discounts: DiscountShare[]
  taxes: (Split & { of: Tax })[]
  totals: Split & { discount: bigint }
}

/** The lines of one category and rate; `left` is what discounts have left of their amounts. */
export interface Group {
  of: Tax
  /** Where they stand. */
  members: number[]
  base: bigint
  left: bigint
}

/**
 * Computes an invoice after EN 16931 (BR-CO-10 to 17), in whole minor units: each line is rounded, tax is computed per
 * category and rate on the sum, and shared out over the lines such that the shares add up. The amounts of a line are
 * before discounts on the document, which have amounts of their own.
 * @throws Refusal `validation_failed` where a discount exceeds what it is taken from, an amount has more decimals than
 * the currency, or the sum cannot be kept; with the field of each.
 */
export function computeInvoice({ decimals, taxMode, lines, discounts }: Terms): Computed {
  const amounts = lines.map((line, at) => amountOfLine(line, decimals, `lines[${at}]`))
  refuseFields(amounts.flatMap(({ wrong }) => wrong))
  const bases = amounts.map(({ base }) => base)
  const groups = groupLines(lines, bases)
  const shares = takeDiscounts(discounts, groups, decimals)

  const computedLines: Split[] = []
  const saved = new Map<Share, bigint>()
  for (const { of, members, base, left } of groups.values()) {
    const before = roundedPartOf(base, of, taxMode)
    const parts = apportion(
      before,
      members.map((at) => bases[at]!),
    )
    members.forEach((at, n) => {
      computedLines[at] = toSplit(bases[at]!, parts[n]!, taxMode)
    })
    const own = shares.filter(({ group }) => group.of === of)
    const ownSaved = apportion(
      before - roundedPartOf(left, of, taxMode),
      own.map(({ amount }) => amount),
    )
    own.forEach((share, n) => void saved.set(share, ownSaved[n]!))
  }

  const taxes = [...groups.values()].map(({ of, left }) => ({
    of,
    ...toSplit(left, roundedPartOf(left, of, taxMode), taxMode),
  }))
  const totals = {
    ...sumOfSplits(taxes),
    discount: sum([...amounts.map(({ discount }) => discount), ...shares.map(({ amount }) => amount)]),
  }
  refuseTooLarge([totals.discount, ...computedLines.map(({ gross }) => gross), totals.gross], decimals)
  return {
    lines: computedLines.map((line, at) => ({ ...line, discount: amounts[at]!.discount })),
    discounts: shares.map((share) => ({
      reason: share.reason,
      percent: share.percent,
      of: share.group.of,
      ...toSplit(share.amount, saved.get(share)!, taxMode),
    })),
    taxes,
    totals,
  }
}

function groupLines(lines: LineTerms[], bases: bigint[]): Map<string, Group> {
  const groups = new Map<string, Group>()
  lines.forEach(({ taxCategory, taxRate }, at) => {
    const of = { taxCategory, taxRate }
    const group = groups.get(taxKey(of)) ?? { of, members: [], base: 0n, left: 0n }
    group.members.push(at)
    group.base += bases[at]!
    group.left = group.base
    groups.set(taxKey(of), group)
  })
  return groups
}

/** Amounts are kept with 15 digits before the point. */
function refuseTooLarge(amounts: bigint[], decimals: number): void {
  const limit = 10n ** BigInt(15 + decimals)
  if (amounts.some((amount) => amount >= limit))
    refuseFields([{ path: 'lines', message: 'The amounts are too large' }])
}
