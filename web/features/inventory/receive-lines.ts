import type { Input, Item, receiveStock } from '#contract'
import { readDecimal } from '../../components/amounts.ts'
import { expiryDate } from './expiry-date.ts'

/** A line of a delivery note as it is typed. */
export interface ReceiveLine {
  item: Item | null
  /** What stands in the item's field, chosen or not. */
  typed: string
  quantity: string
  lot: string
  expires: string
  acceptExpired: boolean
  unitCost: string
}

export const blankLine: ReceiveLine = {
  item: null,
  typed: '',
  quantity: '',
  lot: '',
  expires: '',
  acceptExpired: false,
  unitCost: '',
}

export const isBlankLine = ({ item, typed, quantity, lot, expires, unitCost }: ReceiveLine): boolean =>
  !item && [typed, quantity, lot, expires, unitCost].every((text) => text.trim() === '')

export interface DeliveryHead {
  supplier: string
  deliveryNote: string
  locationId: string
  receivedAt: string
}

export const blankHead: DeliveryHead = { supplier: '', deliveryNote: '', locationId: '', receivedAt: '' }

/** What a line lacks, by field of the contract. */
export function lacksOf({ item, typed, lot, expires }: ReceiveLine): Record<string, string> {
  if (!item) return { itemId: typed.trim() ? 'Choose one of the items' : 'Choose an item' }
  return {
    ...(item.lotTracking && !lot.trim() && { lot: 'Enter the lot' }),
    ...(item.expiryTracking && !expires.trim() && { expiresOn: 'Enter the expiry date' }),
    ...(item.expiryTracking &&
      expires.trim() &&
      !expiryDate(expires) && { expiresOn: 'Not understood. Write it as 2027-03-31 or 03/2027' }),
  }
}

/** What is sent. Lot and expiry go only where the item has them, whatever was typed for another item before. */
export function deliveryOf(
  { supplier, deliveryNote, locationId, receivedAt }: DeliveryHead,
  lines: readonly ReceiveLine[],
): Input<typeof receiveStock> {
  return {
    supplier,
    deliveryNote,
    ...(locationId && { locationId }),
    ...(receivedAt && { receivedAt: new Date(receivedAt).toISOString() }),
    lines: lines.map(({ item, quantity, lot, expires, acceptExpired, unitCost }) => {
      const expiresOn = item?.expiryTracking ? expiryDate(expires) : null
      return {
        ...(item && { itemId: item.id }),
        quantity: readDecimal(quantity),
        ...(item?.lotTracking && lot.trim() && { lot: lot.trim() }),
        ...(expiresOn && { expiresOn }),
        ...(expiresOn && acceptExpired && { acceptExpired }),
        ...(unitCost.trim() && { unitCost: readDecimal(unitCost) }),
      }
    }),
  }
}
