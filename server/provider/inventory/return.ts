import Big from 'big.js'
import { sql } from 'kysely'
import type { Actor } from '#contract'
import { Refusal, type Transaction } from '#platform'
import { insertDocument } from './ledger/document.ts'
import { lockItems } from './ledger/lock-items.ts'
import { readSetting, sides } from './ledger/places.ts'
import { type Move, record } from './ledger/record.ts'
import { createSlots } from './ledger/slots.ts'
import type { StockDocument } from './take.ts'

export interface ReturnLine {
  /** The id that `takeStock` was given with what is put back. */
  line: string
  /** More than zero. */
  quantity: string
}

/**
 * Puts back what lines of an earlier document took, to the lots and locations where it was, last taken first. A line
 * that took nothing puts nothing back. All of it happens in `tx`, or nothing.
 * @throws Refusal `credit_exceeds_invoice` where a line took less, or it was put back already
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
  // Under the items' locks: what another return puts back at this moment is seen.
  const out = await takenOf(tx, sources)
  const setting = await readSetting(
    tx,
    out.map(({ locationId }) => locationId),
  )
  const slots = await createSlots(tx).named(out)
  const left = out.map(({ line, quantity }, index) => ({
    line,
    slot: slots[index]!,
    quantity: new Big(quantity),
  }))

  const moves: Move[] = []
  for (const { line, quantity } of lines) {
    let wanted = new Big(quantity)
    const own = left.filter((taken) => taken.line === line)
    for (const taken of own) {
      const change = taken.quantity.lt(wanted) ? taken.quantity : wanted
      if (change.lte(0)) continue
      taken.quantity = taken.quantity.minus(change)
      wanted = wanted.minus(change)
      moves.push({ slot: taken.slot, change, side: sides.consumption, sourceLine: line })
    }
    if (own.length > 0 && wanted.gt(0))
      throw new Refusal('credit_exceeds_invoice', 'More would be put back than was taken from stock.')
  }
  const occurredAt = setting.now.toISOString()
  await insertDocument(tx, actor, { ...document, occurredAt })
  const entry = { documentId: document.id, reason: 'returned', occurredAt, actor, items, setting }
  await record(tx, entry, moves)
}

/** What each line took and nobody put back yet, by slot, the last taken first. */
async function takenOf(tx: Transaction, sources: string[]) {
  const { rows } = await sql<{
    line: string
    itemId: string
    lot: string | null
    locationId: string
    quantity: string
  }>`
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
