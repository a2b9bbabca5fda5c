import type { Item } from '#contract'

type Known = Pick<Item, 'sku' | 'name' | 'gtin'>

/**
 * Returns the item that a text names, of those that a search for it found: by its SKU or GTIN, else the only one. A GTIN
 * of 8, 12 or 13 digits is the one of 14 with leading zeros (GS1 General Specifications, 3.3.2).
 */
export function itemNamed<I extends Known>(text: string, found: readonly I[]): I | undefined {
  return itemWithCode(text, found) ?? (found.length === 1 ? found[0] : undefined)
}

/** Returns the item whose SKU or GTIN a text is. */
export function itemWithCode<I extends Known>(text: string, found: readonly I[]): I | undefined {
  const same = text.trim().toLowerCase()
  return (
    found.find(({ sku }) => sku.toLowerCase() === same) ??
    found.find(({ gtin }) => gtin !== null && gtin14(gtin) === gtin14(same))
  )
}

const gtin14 = (digits: string) => digits.padStart(14, '0')

/** The text of the field once an item is chosen. */
export const labelOf = ({ sku, name }: Known) => `${sku} · ${name}`
