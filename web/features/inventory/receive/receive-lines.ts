import type { Input, Item, receiveStock } from '#contract'
import { isDate } from '../../../components/typed-date.ts'
import { expiryDate } from './expiry-date.ts'

/** A line of a delivery note, all as typed. */
export interface ReceiveLine {
  key?: string
  item: Item | null
  /** The text of the item field, also while it names no item. */
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

export const blankHead = { supplier: '', deliveryNote: '', locationId: '', receivedAt: '', receivedTime: '' }

/** Returns what a line lacks, by field. */
export function lacksOf({ item, lot, expires }: ReceiveLine): Record<string, string> {
  const tracksExpiry = item?.expiryTracking ?? false
  return {
    ...(item?.lotTracking && !lot.trim() && { lot: 'Enter the lot' }),
    ...(tracksExpiry && !expires.trim() && { expires: 'Enter the expiry date' }),
    ...(tracksExpiry &&
      expires.trim() &&
      !expiryDate(expires) && { expires: 'Not a date such as 2027-03-31 or 03/2027' }),
  }
}

/** Returns what to send. Lot and expiry date are left out if the item does not track them. */
export function deliveryOf(values: typeof blankHead & { lines: ReceiveLine[] }): Input<typeof receiveStock> {
  const { supplier, deliveryNote, locationId, receivedAt, receivedTime, lines } = values
  return {
    supplier,
    deliveryNote,
    ...(locationId && { locationId }),
    // A time without a day is refused, not forgotten.
    ...((receivedAt || receivedTime) && {
      receivedAt: isDate(receivedAt) ? instantOf(receivedAt, receivedTime) : receivedAt,
    }),
    lines: lines.map(({ item, quantity, lot, expires, acceptExpired, unitCost }) => {
      const expiresOn = item?.expiryTracking ? expiryDate(expires) : null
      return {
        ...(item && { itemId: item.id }),
        quantity,
        ...(item?.lotTracking && lot.trim() && { lot: lot.trim() }),
        ...(expiresOn && { expiresOn }),
        ...(expiresOn && acceptExpired && { acceptExpired }),
        ...(unitCost.trim() && { unitCost }),
      }
    }),
  }
}

/** The start of the day if no time is known. */
const instantOf = (day: string, time: string) => new Date(`${day}T${time || '00:00'}`).toISOString()
