import type { Input, Item, transferStock } from '#contract'

export type TransferHead = { from: string; to: string; note: string }

/** A line of a transfer, all as typed. */
export interface TransferLine {
  key?: string
  item: Item | null
  /** The text of the item field, also while it names no item. */
  typed: string
  lot: string
  quantity: string
}

export const blankLine: TransferLine = { item: null, typed: '', lot: '', quantity: '' }

/** Returns what to send. */
export const transferOf = ({
  from,
  to,
  note,
  lines,
}: TransferHead & { lines: TransferLine[] }): Input<typeof transferStock> => ({
  from,
  to,
  ...(note.trim() && { note }),
  lines: lines.map(({ item, lot, quantity }) => ({
    ...(item && { itemId: item.id }),
    ...(item?.lotTracking && lot.trim() && { lot: lot.trim() }),
    quantity,
  })),
})
