import type { Item } from '#contract'
import { readDecimal } from '../../components/amounts.ts'

/** An item as its form has it. */
export interface ItemValues extends Record<string, unknown> {
  sku: string
  name: string
  unit: string
  gtin: string
  reorderLevel: string
  tracking: Tracking
}

type Tracking = 'quantity' | 'lot' | 'expiry'

/** A new item, of which a text is known already: a code that was scanned, or a name that was searched. */
export const newItem = (text = ''): ItemValues => ({
  ...{ sku: '', name: '', unit: '', gtin: '', reorderLevel: '', tracking: 'quantity' },
  ...(/^(\d{8}|\d{12,14})$/.test(text) ? { gtin: text } : /\s/.test(text) ? { name: text } : { sku: text }),
})

export const valuesOf = (item: Item): ItemValues => ({
  sku: item.sku,
  name: item.name,
  unit: item.unit,
  gtin: item.gtin ?? '',
  reorderLevel: item.reorderLevel ?? '',
  tracking: trackingOf(item),
})

export const trackingOf = ({ lotTracking, expiryTracking }: Item): Tracking =>
  expiryTracking ? 'expiry' : lotTracking ? 'lot' : 'quantity'

export const trackingNames: Record<Tracking, string> = {
  quantity: 'Quantity only',
  lot: 'By lot',
  expiry: 'By lot and expiry date',
}

/** What the API takes, without how the item is tracked. */
export const inputOf = ({ sku, name, unit, gtin, reorderLevel }: ItemValues) => ({
  sku,
  name,
  unit,
  gtin: gtin.trim() || null,
  reorderLevel: reorderLevel.trim() ? readDecimal(reorderLevel) : null,
})

export const trackingInput = ({ tracking }: ItemValues) => ({
  lotTracking: tracking !== 'quantity',
  expiryTracking: tracking === 'expiry',
})
