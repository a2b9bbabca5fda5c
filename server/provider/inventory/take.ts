import Big from 'big.js'
import type { Actor } from '#contract'
import type { Transaction } from '#platform'
import { insertDocument } from './ledger/document.ts'
import { draw } from './ledger/draw.ts'
import { lockItems } from './ledger/lock-items.ts'
import { locationsOf, placeLines } from './ledger/place-lines.ts'
import { readSetting, sides, usable } from './ledger/places.ts'
import { createProblems } from './ledger/problems.ts'
import { record } from './ledger/record.ts'
import { createSlots } from './ledger/slots.ts'

/** The document of another part that moves stock: its own id is the `documentId` of the movements. */
export interface StockDocument {
  id: string
  kind: 'sale' | 'return'
}

export interface TakeLine {
  /** Where the line is in the request, such as `lines[0]`: what is wrong with it is reported there. */
  path: string
  itemId: string
  lot?: string | null
  /** Otherwise the default location. */
  locationId?: string | null
  /** More than zero. */
  quantity: string
  /** The id under which `returnStock` puts back exactly this. */
  line: string
}

/**
 * Takes stock for lines of a document, first expired first where no lot is named, passing over what has expired. A lot
 * that is named is taken although it has expired. All of it happens in `tx`, or nothing.
 * @throws Refusal `insufficient_stock`, `item_not_found`, `location_not_found`, `lot_not_found` or `validation_failed`,
 * naming every wrong line
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
  const setting = await readSetting(tx, locationsOf({ lines }))
  const occurredAt = setting.now.toISOString()
  await insertDocument(tx, actor, { ...document, occurredAt })

  const problems = createProblems((index) => taken[index]?.path ?? 'lines')
  const items = await lockItems(tx, lines)
  const placed = placeLines({ lines }, items, setting, problems)
  const choosing = placed.filter(({ line, item }) => item.lotTracking && line.lot === undefined)
  const named = placed.filter((line) => !choosing.includes(line))
  const slots = createSlots(tx)
  const found = await slots.named(
    named.map(({ line, item, location }) => ({
      itemId: item.id,
      lot: line.lot ?? null,
      locationId: location.id,
    })),
  )
  const stocked = choosing.length > 0 ? await slots.stocked(choosing) : []

  const wishes = placed.flatMap((line) => {
    const slot = choosing.includes(line) ? null : found[named.indexOf(line)]!
    if (slot?.lot && !slot.lot.stored) {
      problems.add(line.index, 'lot', 'lot_not_found', `${line.item.sku} has no lot ${slot.lot.name}`)
      return []
    }
    return [{ ...line, slot, change: new Big(line.line.quantity).neg() }]
  })
  const draws = draw(wishes, usable(stocked, setting.today), problems)
  problems.refuse()
  const moves = draws.map(({ index, slot, change }) => ({
    slot,
    change,
    side: sides.consumption,
    sourceLine: taken[index]!.line,
  }))
  await record(tx, { documentId: document.id, reason: 'sold', occurredAt, actor, items, setting }, moves)
}
