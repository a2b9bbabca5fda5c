import type { Actor, Decimal } from '#contract'
import type { Transaction } from '#database'
import { draw } from './ledger/draw.ts'
import { createProblems, locationsOf, type PlacedLine, placeLines } from './ledger/lines.ts'
import { lockItems, readContext, readSlotsOf } from './ledger/read.ts'
import { insertDocument, record } from './ledger/record.ts'
import { hasExpired, isInDate, type Lot, sides } from './ledger/stock.ts'

/** A document of another module that moves stock. Its id is the `documentId` of the movements. */
export interface StockDocument {
  id: string
  kind: 'sale' | 'return'
}

export interface TakeLine {
  /** The path of the line in the request, such as `lines[0]`, for problems with it. */
  path: string
  itemId: string
  lot?: string | null
  /** Whether the named lot may have expired. */
  acceptExpired?: boolean
  /** By default the default location. */
  locationId?: string | null
  quantity: Decimal
  /** The id by which `returnStock` puts this line back. */
  line: string
}

/**
 * Takes stock for lines of a document. A line that names no lot takes what expires first, but nothing expired.
 * @throws Refusal `insufficient_stock`, `item_not_found`, `location_not_found`, `lot_not_found`, `lot_expired` or
 * `validation_failed`, naming every wrong line
 */
export async function takeStock(
  tx: Transaction,
  actor: Actor,
  document: StockDocument,
  taken: TakeLine[],
): Promise<void> {
  if (taken.length === 0) return
  const lines = taken.map(({ itemId, lot, locationId, quantity }) => ({
    itemId,
    lot: lot ?? undefined,
    locationId: locationId ?? undefined,
    quantity,
  }))
  const context = await readContext(tx, locationsOf({ lines }))
  const occurredAt = context.now.toISOString()
  await insertDocument(tx, actor, { ...document, occurredAt })

  const problems = createProblems((index) => taken[index]?.path ?? 'lines')
  const items = await lockItems(tx, lines)
  const placed = placeLines({ lines }, items, context, problems)
  const { slotOf, stocked } = await readSlotsOf(tx, placed)
  const wishes = placed.flatMap((line) => {
    const slot = slotOf.get(line) ?? null
    if (slot?.lot) checkExpiry(line, slot.lot)
    return problems.has(line.index) ? [] : [{ ...line, slot, change: line.line.quantity.negated() }]
  })
  const usable = stocked.filter((slot) => isInDate(slot, context.today))
  const moves = draw(wishes, usable, problems).map(({ index, ...move }) => ({
    ...move,
    side: sides.consumption,
    sourceLine: taken[index]!.line,
  }))
  problems.refuse()
  const entry = { documentId: document.id, reason: 'sold', occurredAt, actor, items, context }
  await record(tx, entry, { moves })

  function checkExpiry({ index, item: { sku } }: PlacedLine, { name, expiresOn }: Lot): void {
    if (hasExpired(expiresOn, context.today) && !taken[index]?.acceptExpired)
      problems.add(index, 'lot', 'lot_expired', `Lot ${name} of ${sku} expired on ${expiresOn}`)
  }
}
