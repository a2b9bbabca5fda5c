import {
  type AdjustmentReason,
  adjustmentDirections,
  adjustmentReasons,
  type adjustStock,
  type Input,
  type Item,
} from '#contract'
import { reasonName } from '../reasons.ts'

export type AdjustMode = 'delta' | 'count'

export type AdjustHead = {
  mode: AdjustMode
  reason: AdjustmentReason | ''
  note: string
  locationId: string
}

/** A line of an adjustment, all as typed. */
export interface AdjustLine {
  key?: string
  item: Item | null
  /** The text of the item field, also while it names no item. */
  typed: string
  lot: string
  quantity: string
  /** The quantity on hand when first shown, and the item, lot and location it is of. */
  seen: { slot: string; onHand: string } | null
}

export const blankLine: AdjustLine = { item: null, typed: '', lot: '', quantity: '', seen: null }

const groups = { removes: 'Removes', adds: 'Adds', both: 'Either' }

/** The reasons to choose from, grouped by direction. */
export const reasonOptions = Object.entries(groups).map(([direction, group]) => ({
  group,
  items: adjustmentReasons
    .filter((reason) => adjustmentDirections[reason] === direction)
    .map((value) => ({ value, label: reasonName(value) })),
}))

/** The label of the quantity of a line. */
export function quantityHeading({ mode, reason }: AdjustHead): string {
  if (mode === 'count') return 'Counted'
  return { removes: 'Remove', adds: 'Add', both: 'Change, + or −' }[
    reason ? adjustmentDirections[reason] : 'both'
  ]
}

export const lacksOf = ({ item, lot }: AdjustLine): Record<string, string> =>
  item?.lotTracking && !lot.trim() ? { lot: 'Enter the lot' } : {}

/** Returns what to send. For reasons that remove stock, quantities are typed without a sign. */
export function adjustmentOf(values: AdjustHead & { lines: AdjustLine[] }): Input<typeof adjustStock> {
  const { mode, reason, note, locationId, lines } = values
  const signed = (quantity: string) => {
    const removes = mode === 'delta' && reason && adjustmentDirections[reason] === 'removes'
    return removes && /^[1-9]|^0\.\d*[1-9]/.test(quantity) ? `-${quantity}` : quantity
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
