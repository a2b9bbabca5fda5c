import { Decimal } from '#rules/decimal'
import type { TaxMode } from '#rules/invoice'
import type { TaxGroup } from '../documents.ts'
import { InvoicingError } from '../error.ts'
import { apportion } from './apportion.ts'
import {
  type CreditedLine,
  type EarlierNote,
  type Group,
  type Issued,
  type OpenLine,
  openGroups,
} from './open-lines.ts'
import {
  baseOf,
  computedPart,
  partOf,
  type Rounded,
  type Split,
  sumOfSplits,
  type Tax,
  toSplit,
  totalsOf,
} from './split.ts'

export interface Credit {
  lines: CreditedLine[]
  taxes: (Rounded & Tax)[]
  totals: Rounded
}

/**
 * Computes a credit note for `wanted`, after the earlier ones. A line is credited with
 * its share of the invoice discounts, in proportion to the quantity. Once everything is credited, the credit notes add up
 * to the net, tax and gross of the invoice exactly, per category and rate.
 */
export function computeCredit(
  invoice: Issued,
  earlier: EarlierNote[],
  wanted: { lineId: string; quantity: Decimal }[],
): Credit {
  const { taxMode } = invoice
  const wantedOf = new Map(wanted.map(({ lineId, quantity }) => [lineId, quantity]))
  const groups = openGroups(invoice, earlier).map((group) => {
    const lines = group.lines.filter(({ id }) => wantedOf.has(id))
    const bases = lines.map((line) => line.amountOf(wantedOf.get(line.id)!))
    const part = nextPart(group, taxMode, Decimal.sum(bases))
    return { group, lines, splits: toSplits(bases, part, taxMode) }
  })
  return toCredit(invoice, groups, wantedOf)
}

/**
 * Computes a credit note of an amount including tax, split across the lines in proportion to what is left of them. As in
 * any amount including tax, the tax is contained in it, even if the invoice has exclusive prices.
 * @param lineIds lines with something left
 * @throws InvoicingError `credit_exceeds_invoice` if less is left
 */
export function computeAmountCredit(
  invoice: Issued,
  earlier: EarlierNote[],
  lineIds: string[],
  amount: Decimal,
): Credit {
  const { taxMode } = invoice
  const ids = new Set(lineIds)
  const groups = openGroups(invoice, earlier).map((group) => {
    const lines = group.lines.filter(({ id }) => ids.has(id))
    const left = Decimal.sum(lines.map((line) => line.left)).round(amount.scale)
    return { group, lines, most: toSplit(left, nextPart(group, taxMode, left), taxMode) }
  })
  const grosses = groups.map(({ most }) => most.gross)
  const most = Decimal.sum(grosses)
  if (most.lessThan(amount)) {
    const message = `Only ${most} left to credit`
    throw new InvoicingError('credit_exceeds_invoice', [{ path: 'amount', message }], `${message}.`)
  }
  const shares = apportion(amount, grosses)
  return toCredit(
    invoice,
    groups.map(({ group, lines, most }, at) => {
      const split = splitOfAmount(group, taxMode, shares[at]!, most)
      const weights = lines.map(({ left }) => left)
      const bases = apportion(baseOf(split, taxMode), weights)
      return { group, lines, splits: toSplits(bases, partOf(split, taxMode), taxMode, weights) }
    }),
  )
}

/**
 * Splits an amount of a group into net and tax. `most` is what is left of its lines. With exclusive prices, the note that
 * completes the net takes all tax that is left, so less than that leaves some of the net.
 */
function splitOfAmount(group: Group, taxMode: TaxMode, gross: Decimal, most: Split): Split {
  if (gross.equals(most.gross)) return most
  if (gross.sign === 0) return { net: gross, tax: gross, gross }
  const net = nextPart(group, 'inclusive', gross)
  if (taxMode === 'inclusive') return toSplit(gross, net, 'inclusive')
  const mostNet = most.net.minus(Decimal.of(`1e-${gross.scale}`))
  return toSplit(gross, Decimal.max(gross.minus(most.tax), Decimal.min(net, mostNet)), 'inclusive')
}

/** Divides the computed part of a group among its lines, in proportion to their bases, or to `weights` if those are zero. */
function toSplits(bases: Decimal[], part: Decimal, mode: TaxMode, weights = bases): Split[] {
  const parts = apportion(part, bases.some(({ sign }) => sign > 0) ? bases : weights)
  return bases.map((base, at) => toSplit(base, parts[at]!, mode))
}

function toCredit(
  invoice: Issued,
  groups: { group: Group; lines: OpenLine[]; splits: Split[] }[],
  quantities: Map<string, Decimal> = new Map(),
): Credit {
  const taxes = groups.flatMap(({ group, splits }) =>
    splits.length > 0 ? [toTax(group, sumOfSplits(splits))] : [],
  )
  const splitOf = new Map(
    groups.flatMap(({ lines, splits }) => lines.map(({ id }, at) => [id, splits[at]!] as const)),
  )
  const lines = invoice.lines.flatMap(({ id }) => {
    const split = splitOf.get(id)
    return split ? [{ lineId: id, quantity: quantities.get(id) ?? null, ...split }] : []
  })
  return { lines, taxes, totals: totalsOf(taxes) }
}

/** Returns what the next credit note states for a group: gross less net is its tax and the rounding amount. */
function toTax(group: Group, { net, gross }: Split): Rounded & Tax {
  const { taxCategory, taxRate } = group.of
  const tax = nextTax(group, net)
  return { taxCategory, taxRate, net, tax, gross, rounding: gross.minus(net).minus(tax) }
}

/**
 * Computes the tax that a group's next credit note states. It is the rate on its net (BR-CO-17), as long as the credit notes
 * together stay within a minor unit of the exact tax. The note that completes the net takes what is left of the tax.
 * Validators accept less than a whole unit of the currency, so yen are only rounded up or down, here and in later notes.
 */
function nextTax({ of, whole, credited, statedTax }: Group, net: Decimal): Decimal {
  const zero = Decimal.zero.round(net.scale)
  const left = whole.tax.minus(statedTax)
  const upToNow = credited.net.plus(net)
  const rest = whole.net.minus(upToNow)
  if (net.sign === 0) return zero
  if (rest.sign === 0) return left
  const floor = (part: Decimal) => computedPart(part, of, 'exclusive', 'floor')
  const ceiling = (part: Decimal) => computedPart(part, of, 'exclusive', 'ceiling')
  const tolerance = Decimal.of('1').minus(Decimal.of(`1e-${net.scale}`))
  const least = [
    floor(upToNow).minus(statedTax),
    floor(net).minus(tolerance),
    left.minus(ceiling(rest)).minus(tolerance),
  ]
  const most = [
    ceiling(upToNow).minus(statedTax),
    ceiling(net).plus(tolerance),
    left.minus(floor(rest)).plus(tolerance),
  ]
  return Decimal.max(zero, ...least, Decimal.min(left, ...most, computedPart(net, of, 'exclusive')))
}

/**
 * Computes the tax (or net) of a group's next credit note. It is rounded on its own, as long as the credit notes together
 * stay within a minor unit of the exact amount. The note that completes the rate takes the remainder. So errors do not add
 * up, no amount is negative, and enough is left for later notes.
 */
function nextPart({ of, whole, credited }: Group, mode: TaxMode, base: Decimal): Decimal {
  const [wholeBase, wholePart] = [baseOf(whole, mode), partOf(whole, mode)]
  const before = partOf(credited, mode).round(wholePart.scale)
  const after = baseOf(credited, mode).plus(base).round(wholeBase.scale)
  if (base.sign === 0) return Decimal.zero.round(wholePart.scale)
  if (after.equals(wholeBase)) return wholePart.minus(before)
  const floor = computedPart(after, of, mode, 'floor')
  const ceiling = computedPart(after, of, mode, 'ceiling')
  // With inclusive prices, the net that is left must not exceed the gross that is left.
  const leastNet = mode === 'inclusive' ? wholePart.minus(wholeBase.minus(after)) : floor
  const least = Decimal.max(floor, before, leastNet)
  const most = Decimal.min(ceiling, wholePart)
  return Decimal.max(least, Decimal.min(most, before.plus(computedPart(base, of, mode)))).minus(before)
}

/** Returns the tax breakdown of a credit note, with the reasons for charging no tax that its invoice states. */
export const taxGroupsOf = ({ taxes }: Credit, ofInvoice: TaxGroup[]): TaxGroup[] =>
  taxes.map(({ taxCategory: category, taxRate: rate, net, tax, rounding }) => {
    const invoiced = ofInvoice.find((group) => group.category === category && group.rate.equals(rate))
    return { category, rate, taxable: net, tax, rounding, exemptionReason: invoiced?.exemptionReason ?? null }
  })
