import { record as recordAudit } from '#audit'
import { transferStock } from '#contract'
import { implement, newId } from '#platform'
import { draw } from './ledger/draw.ts'
import { createProblems, placeLines } from './ledger/lines.ts'
import { lockItems, readContext, readSlots, readSlotsOf } from './ledger/read.ts'
import { insertDocument, record } from './ledger/record.ts'
import { isInDate } from './ledger/stock.ts'

/** Moves stock between locations in one document. A lot stays the same lot, and the item's total and cost do not change. */
export const transfer = implement(transferStock, async ({ tx, actor, body }) => {
  const { from, to, note = null, lines } = body
  const context = await readContext(tx, [from, to])
  const transferId = newId()
  const occurredAt = context.now.toISOString()
  await insertDocument(tx, actor, { id: transferId, kind: 'transfer', note, occurredAt })

  const problems = createProblems()
  if (from === to) problems.addToDocument('to', 'validation_failed', 'Choose another location than `from`')
  if (context.places.get(to)?.kind !== 'stock')
    problems.addToDocument('to', 'location_not_found', 'Location not found')
  const items = await lockItems(tx, lines)
  const placed = placeLines({ lines, locationId: from }, items, context, problems, 'from')
  const { slotOf, stocked } = await readSlotsOf(tx, placed)
  const wishes = placed.map((line) => ({
    ...line,
    slot: slotOf.get(line) ?? null,
    change: line.line.quantity.negated(),
  }))
  const usable = stocked.filter((slot) => isInDate(slot, context.today))
  const drawn = draw(wishes, usable, problems)
  problems.refuse()
  const others = await readSlots(
    tx,
    drawn.map(({ slot }) => ({ itemId: slot.itemId, lot: slot.lot?.name ?? null, locationId: to })),
  )
  const moves = drawn.map((move, n) => ({ ...move, side: to, other: others[n]! }))
  const entry = { documentId: transferId, reason: 'transferred', occurredAt, actor, items, context }
  const recorded = await record(tx, entry, { moves })
  const target = { type: 'stock_document', id: transferId, label: 'Transfer' } as const
  await recordAudit(tx, actor, 'stock.transfer', target, { from, to })
  return { transferId, ...recorded }
})
