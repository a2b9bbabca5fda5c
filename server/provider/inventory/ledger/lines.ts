import type { ErrorCode } from '#contract'
import { Refusal } from '#platform'
import { type Item, sameGtin } from '../items/item-rows.ts'
import type { Context, Place, SlotName } from './stock.ts'

/** The fields that identify an item. */
export interface ItemReference {
  itemId?: string | undefined
  sku?: string | undefined
  gtin?: string | undefined
}

export interface DocumentLine extends ItemReference {
  lot?: string | undefined
  locationId?: string | undefined
}

export interface PlacedLine<Line extends DocumentLine = DocumentLine> {
  index: number
  line: Line
  item: Item
  location: Place
}

/** Returns a function that finds an item by id, SKU or GTIN. */
export function finder(items: readonly Item[]) {
  const byId = new Map(items.map((item) => [item.id, item]))
  const bySku = new Map(items.map((item) => [item.sku, item]))
  const byGtin = new Map(items.flatMap((item) => (item.gtin ? [[sameGtin(item.gtin), item]] : [])))
  return ({ itemId, sku, gtin }: ItemReference): Item | undefined =>
    itemId ? byId.get(itemId) : sku ? bySku.get(sku) : gtin ? byGtin.get(sameGtin(gtin)) : undefined
}

/**
 * Finds the items and locations of lines. A line that does not identify an item or a stock location, or names a lot of an
 * item without lots, becomes a problem instead.
 * @param locationId of lines that name no location; by default the default location
 * @param field the field of the document that gives `locationId`
 */
export function placeLines<Line extends DocumentLine>(
  { lines, locationId }: { lines: readonly Line[]; locationId?: string | undefined },
  items: readonly Item[],
  context: Context,
  problems: Problems,
  field = 'locationId',
): PlacedLine<Line>[] {
  const find = finder(items)
  const stockLocation = (id: string) => {
    const place = context.places.get(id)
    return place?.kind === 'stock' ? place : undefined
  }
  const usual = locationId ? stockLocation(locationId) : context.main
  if (!usual) problems.addToDocument(field, 'location_not_found', 'Location not found')

  return lines.flatMap((line, index) => {
    const names = (['itemId', 'sku', 'gtin'] as const).filter((field) => line[field] !== undefined)
    const item = find(line)
    if (names.length !== 1)
      problems.add(index, names[1] ?? 'itemId', 'validation_failed', 'Identify the item by exactly one field')
    else if (!item) problems.add(index, names[0] ?? 'itemId', 'item_not_found', 'Item not found')
    else if (line.lot !== undefined && !item.lotTracking)
      problems.add(index, 'lot', 'validation_failed', `${item.sku} is not tracked by lots`)
    const location = line.locationId ? stockLocation(line.locationId) : usual
    if (!location && line.locationId)
      problems.add(index, 'locationId', 'location_not_found', 'Location not found')
    return item && location && !problems.has(index) ? [{ index, line, item, location }] : []
  })
}

export const slotNameOf = ({ line, item, location }: PlacedLine): SlotName => ({
  itemId: item.id,
  lot: line.lot ?? null,
  locationId: location.id,
})

/** Returns the ids of all locations that a document names. */
export const locationsOf = (document: { locationId?: string | undefined; lines: DocumentLine[] }): string[] =>
  [document.locationId, ...document.lines.map((line) => line.locationId)].flatMap((id) => id ?? [])

export interface Problem {
  code: ErrorCode
  path: string
  message: string
  line: number
}

/** Collects everything that is wrong with a document, so that all of it is reported together. */
export function createProblems(pathOf: (line: number) => string = (line) => `lines[${line}]`) {
  const problems: Problem[] = []
  return {
    add(line: number, field: string, code: ErrorCode, message: string): void {
      problems.push({ code, path: `${pathOf(line)}.${field}`, message, line })
    },
    /** Adds a problem with a field of the document, which is reported before those with lines. */
    addToDocument(field: string, code: ErrorCode, message: string): void {
      problems.push({ code, path: field, message, line: -1 })
    },
    has: (line: number): boolean => problems.some((problem) => problem.line === line),
    inOrder: (): Problem[] => problems.toSorted((a, b) => a.line - b.line),
    refuse(): void {
      refuse(this.inOrder())
    },
  }
}

export type Problems = ReturnType<typeof createProblems>

/** @throws Refusal with the code of the first problem and an entry for each, if there are any */
export function refuse(problems: readonly Problem[]): void {
  const [first, ...others] = problems
  if (!first) return
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  throw new Refusal(first.code, `${first.message}${more}.`, {
    fields: problems.map(({ path, message }) => ({ path, message })),
  })
}
