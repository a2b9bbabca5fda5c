import { Decimal } from '#rules/decimal'
import type { TaxMode } from '#rules/invoice'
import { refuseFields } from '../error.ts'
import { apportion } from './apportion.ts'
import { type DiscountTerms, type Group, type Share, takeDiscounts } from './discounts.ts'
import { amountOfLine, isTooLarge, type LineTerms } from './line.ts'
import {
  computedPart,
  type Rounded,
  rounded,
  type Split,
  type Tax,
  taxKey,
  toSplit,
  totalsOf,
} from './split.ts'

export interface Terms {
  /** How many decimals the currency has: 2 for EUR. */
  decimals: number
  taxMode: TaxMode
  lines: LineTerms[]
  discounts: DiscountTerms[]
}

/** The share of an invoice discount in one category and rate, with the tax that it saves. */
export interface DiscountShare extends Split, Tax {
  reason: string
  percent: Decimal | null
}

export interface Computed {
  lines: (Split & { discount: Decimal })[]
  discounts: DiscountShare[]
  taxes: (Rounded & Tax)[]
  totals: Rounded & { discount: Decimal }
}

/**
 * Computes an invoice as EN 16931 defines it (BR-CO-10 to 17). Each line is rounded to the currency's decimals. Tax is
 * computed per category and rate on the sum, and divided over the lines so that the shares add up. The amounts of a line
 * are before invoice discounts, which have their own amounts.
 * @throws InvoicingError `validation_failed` with an entry for each discount that exceeds what it is taken from, amount with
 * more decimals than the currency, or sum that is too large to store
 */
export function computeInvoice({ decimals, taxMode, lines, discounts }: Terms): Computed {
  const amounts = lines.map((line, at) => amountOfLine(line, decimals, `lines[${at}]`))
  refuseFields(amounts.flatMap(({ wrong }) => wrong))
  const bases = amounts.map(({ base }) => base)
  const groups = groupLines(lines, bases)
  const shares = takeDiscounts(discounts, groups, decimals)

  const computedLines: Split[] = []
  const saved = new Map<Share, Decimal>()
  for (const { of, members, base, left } of groups.values()) {
    const before = computedPart(base, of, taxMode)
    const parts = apportion(
      before,
      members.map((at) => bases[at]!),
    )
    members.forEach((at, n) => {
      computedLines[at] = toSplit(bases[at]!, parts[n]!, taxMode)
    })
    const own = shares.filter(({ group }) => group.of === of)
    const ownSaved = apportion(
      before.minus(computedPart(left, of, taxMode)),
      own.map(({ amount }) => amount),
    )
    own.forEach((share, n) => void saved.set(share, ownSaved[n]!))
  }

  const taxes = [...groups.values()].map(({ of, left }) =>
    rounded({ ...of, ...toSplit(left, computedPart(left, of, taxMode), taxMode) }),
  )
  const totals = {
    ...totalsOf(taxes),
    discount: Decimal.sum([
      ...amounts.map(({ discount }) => discount),
      ...shares.map(({ amount }) => amount),
    ]),
  }
  if ([totals.discount, totals.gross, ...computedLines.map(({ gross }) => gross)].some(isTooLarge))
    refuseFields([{ path: 'lines', message: 'The amounts are too large' }])
  return {
    lines: computedLines.map((line, at) => ({ ...line, discount: amounts[at]!.discount })),
    discounts: shares.map((share) => ({
      reason: share.reason,
      percent: share.percent,
      ...share.group.of,
      ...toSplit(share.amount, saved.get(share)!, taxMode),
    })),
    taxes,
    totals,
  }
}

function groupLines(lines: LineTerms[], bases: Decimal[]): Map<string, Group> {
  const groups = new Map<string, Group>()
  lines.forEach(({ taxCategory, taxRate }, at) => {
    const of = { taxCategory, taxRate }
    const group = groups.get(taxKey(of)) ?? { of, members: [], base: Decimal.zero, left: Decimal.zero }
    const base = group.base.plus(bases[at]!)
    groups.set(taxKey(of), { of, members: [...group.members, at], base, left: base })
  })
  return groups
}
