import {
  type AdjustmentReason,
  adjustmentDirections,
  adjustmentReasons,
  type adjustStock,
  type Input,
  type Item,
} from '#contract'
import { readDecimal } from '../../components/amounts.ts'
import { reasonNames } from './movement-names.ts'

export type AdjustMode = 'delta' | 'count'

export interface AdjustHead {
  mode: AdjustMode
  reason: AdjustmentReason | ''
  note: string
  locationId: string
}

/** A line of an adjustment as it is typed. */
export interface AdjustLine {
  item: Item | null
  /** What stands in the item's field, chosen or not. */
  typed: string
  lot: string
  quantity: string
  /** What was on hand when it was shown first, and of which item, lot and location. */
  seen: { slot: string; onHand: string } | null
}

export const blankLine: AdjustLine = { item: null, typed: '', lot: '', quantity: '', seen: null }

export const isBlankLine = ({ item, typed, lot, quantity }: AdjustLine): boolean =>
  !item && [typed, lot, quantity].every((text) => text.trim() === '')

const groups = { removes: 'Takes away', adds: 'Adds', both: 'Either way' }

/** The reasons to choose from, by which way they go. */
export const reasonOptions = Object.entries(groups).map(([direction, group]) => ({
  group,
  items: adjustmentReasons
    .filter((reason) => adjustmentDirections[reason] === direction)
    .map((value) => ({ value, label: reasonNames[value] })),
}))

/** What the quantity of a line is. */
export function quantityHeading({ mode, reason }: AdjustHead): string {
  if (mode === 'count') return 'Counted'
  return { removes: 'Take away', adds: 'Add', both: 'Change, + or −' }[
    reason ? adjustmentDirections[reason] : 'both'
  ]
}

export function lacksOf({ item, typed, lot }: AdjustLine): Record<string, string> {
  if (!item) return { itemId: typed.trim() ? 'Choose one of the items' : 'Choose an item' }
  return item.lotTracking && !lot.trim() ? { lot: 'Enter the lot' } : {}
}

/** What is sent. What a reason takes away is typed without a sign. */
export function adjustmentOf(
  { mode, reason, note, locationId }: AdjustHead,
  lines: readonly AdjustLine[],
): Input<typeof adjustStock> {
  const signed = (typed: string) => {
    const quantity = readDecimal(typed)
    const takes = mode === 'delta' && reason && adjustmentDirections[reason] === 'removes'
    return takes && /^[1-9]|^0\.\d*[1-9]/.test(quantity) ? `-${quantity}` : quantity
  }
  return {
    mode,
    reason: reason as AdjustmentReason,
    ...(note.trim() && { note }),
    ...(locationId && { locationId }),
    lines: lines.map(({ item, lot, quantity, seen }) => ({
      ...(item && { itemId: item.id }),
      ...(item?.lotTracking && lot.trim() && { lot: lot.trim() }),
      quantity: signed(quantity),
      ...(mode === 'count' && seen && { expectedOnHand: seen.onHand }),
    })),
  }
}
