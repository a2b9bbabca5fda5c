import { sql } from 'kysely'
import { type Actor, Decimal } from '#contract'
import type { Transaction } from '#database'
import { Refusal } from '#platform'
import { lockItems, readContext, readSlots } from './ledger/read.ts'
import { insertDocument, record } from './ledger/record.ts'
import { type Move, type SlotName, sides } from './ledger/stock.ts'
import type { StockDocument } from './take.ts'

export interface ReturnLine {
  /** The id that the line had in `takeStock`. */
  line: string
  quantity: Decimal
}

/**
 * Puts back what lines of an earlier document took, into the same lots and locations, last taken first. A line that took
 * nothing puts nothing back.
 * @throws Refusal `credit_exceeds_invoice` if a line took less, or its stock was already put back
 */
export async function returnStock(
  tx: Transaction,
  actor: Actor,
  document: StockDocument,
  lines: ReturnLine[],
): Promise<void> {
  const sources = lines.map(({ line }) => line)
  const touched = await tx
    .selectFrom('stockMovements')
    .select('itemId')
    .distinct()
    .where('sourceLine', '=', sql<string>`any(${sources}::uuid[])`)
    .execute()
  if (touched.length === 0) return
  const items = await lockItems(tx, touched)
  // Read under the items' locks, which includes what concurrent returns have put back.
  const out = await takenOf(tx, sources)
  const context = await readContext(
    tx,
    out.map(({ locationId }) => locationId),
  )
  const slots = await readSlots(tx, out)
  const left = out.map(({ line, quantity }, n) => ({ line, slot: slots[n]!, quantity: Decimal.of(quantity) }))

  const moves: Move[] = []
  for (const { line, quantity } of lines) {
    let wanted = quantity
    const own = left.filter((taken) => taken.line === line)
    for (const taken of own) {
      const change = Decimal.min(taken.quantity, wanted)
      if (change.sign <= 0) continue
      taken.quantity = taken.quantity.minus(change)
      wanted = wanted.minus(change)
      moves.push({ slot: taken.slot, change, side: sides.consumption, sourceLine: line })
    }
    if (own.length > 0 && wanted.sign > 0)
      throw new Refusal('credit_exceeds_invoice', 'More would be returned than was taken from stock.')
  }
  const occurredAt = context.now.toISOString()
  await insertDocument(tx, actor, { ...document, occurredAt })
  const entry = { documentId: document.id, reason: 'returned', occurredAt, actor, items, context }
  await record(tx, entry, { moves })
}

/** Returns what each line took and was not yet put back, by slot, last taken first. */
async function takenOf(tx: Transaction, sources: string[]) {
  const { rows } = await sql<SlotName & { line: string; quantity: string }>`
    select source_line as line, moved.item_id, lots.name as lot, location_id, sum(quantity) as quantity
    from (
      select id, source_line, item_id, lot_id, from_location as location_id, quantity
      from stock_movements
      where source_line = any(${sources}::uuid[]) and to_location = ${sides.consumption}
      union all
      select id, source_line, item_id, lot_id, to_location, -quantity
      from stock_movements
      where source_line = any(${sources}::uuid[]) and from_location = ${sides.consumption}
    ) as moved
    left join lots on lots.id = moved.lot_id
    group by source_line, moved.item_id, lots.name, location_id
    order by max(moved.id::text) filter (where quantity > 0) desc`.execute(tx)
  return rows
}
