import type { Item } from '#contract'
import { finder, type ItemReference } from './lock-items.ts'
import type { Place, Setting } from './places.ts'
import type { Problems } from './problems.ts'

export interface DocumentLine extends ItemReference {
  lot?: string | undefined
  locationId?: string | undefined
}

export interface PlacedLine<Line extends DocumentLine> {
  index: number
  line: Line
  item: Item
  location: Place
}

/**
 * The lines with their items and locations; one that names no item, no stock location, or a lot of an item that has
 * none, becomes a problem instead.
 * @param locationId where lines are that do not say; otherwise at the default location
 */
export function placeLines<Line extends DocumentLine>(
  { lines, locationId }: { lines: Line[]; locationId?: string | undefined },
  items: Item[],
  setting: Setting,
  problems: Problems,
): PlacedLine<Line>[] {
  const find = finder(items)
  const stockLocation = (id: string) => {
    const place = setting.places.get(id)
    return place?.kind === 'stock' ? place : undefined
  }
  const usual = locationId ? stockLocation(locationId) : setting.main
  if (!usual) problems.addToDocument('locationId', 'location_not_found', 'There is no such location')

  return lines.flatMap((line, index) => {
    const names = (['itemId', 'sku', 'gtin'] as const).filter((field) => line[field] !== undefined)
    const item = find(line)
    if (names.length !== 1)
      problems.add(index, names[1] ?? 'itemId', 'validation_failed', 'Name the item in exactly one way')
    else if (!item) problems.add(index, names[0] ?? 'itemId', 'item_not_found', 'There is no such item')
    else if (line.lot !== undefined && !item.lotTracking)
      problems.add(index, 'lot', 'validation_failed', `${item.sku} is not tracked by lots`)
    const location = line.locationId ? stockLocation(line.locationId) : usual
    if (!location && line.locationId)
      problems.add(index, 'locationId', 'location_not_found', 'There is no such location')
    return item && location && !problems.has(index) ? [{ index, line, item, location }] : []
  })
}

/** Every location that a document names. */
export const locationsOf = (document: { locationId?: string | undefined; lines: DocumentLine[] }): string[] =>
  [document.locationId, ...document.lines.map((line) => line.locationId)].flatMap((id) => id ?? [])
