import type { z } from 'zod'
import { record as recordAudit } from '#audit'
import { type AdjustmentReason, adjustmentDirections, adjustStock, Decimal } from '#contract'
import { implement, newId } from '#platform'
import { draw } from './ledger/draw.ts'
import { createProblems, locationsOf, type PlacedLine, type Problems, placeLines } from './ledger/lines.ts'
import { lockItems, readContext, readSlotsOf } from './ledger/read.ts'
import { insertDocument, record } from './ledger/record.ts'
import { isInDate, type Slot, sides, slotKey } from './ledger/stock.ts'

type Adjustment = z.output<typeof adjustStock.body>
type Line = PlacedLine<Adjustment['lines'][number]>
type Change = Line & { slot: Slot | null; change: Decimal }

export const adjust = implement(adjustStock, async ({ tx, actor, body }) => {
  const { mode, reason, note = null, lines } = body
  const context = await readContext(tx, locationsOf(body))
  const adjustmentId = newId()
  const occurredAt = context.now.toISOString()
  await insertDocument(tx, actor, { id: adjustmentId, kind: 'adjustment', note, occurredAt })

  const problems = createProblems()
  const items = await lockItems(tx, lines)
  const placed = placeLines(body, items, context, problems).filter((line) => isComplete(line, mode, problems))
  const { slotOf, stocked } = await readSlotsOf(tx, placed)
  for (const line of placed) checkExpected(line, slotOf.get(line), stocked, problems)
  const changes = changesOf(placed, slotOf, mode).filter(({ index }) => !problems.has(index))
  for (const change of changes) {
    checkDirection(change, reason, problems)
    checkLot(change, problems)
  }
  const usable = stocked.filter((slot) => reason === 'expired' || isInDate(slot, context.today))
  const moves = draw(changes, usable, problems).map((move) => ({ ...move, side: sideOf[reason] }))
  problems.refuse()
  const entry = { documentId: adjustmentId, reason, occurredAt, actor, items, context }
  const recorded = await record(tx, entry, { moves }, slotOf.values())
  const target = { type: 'stock_document', id: adjustmentId, label: 'Adjustment' } as const
  await recordAudit(tx, actor, 'stock.adjust', target, { reason })
  return { adjustmentId, ...recorded }
})

/** The side that added stock comes from, or removed stock goes to. */
const sideOf: Record<AdjustmentReason, string> = {
  damaged: sides.loss,
  expired: sides.loss,
  lost: sides.loss,
  stolen: sides.loss,
  consumed: sides.consumption,
  returned: sides.consumption,
  found: sides.variance,
  recount: sides.variance,
  correction: sides.variance,
  other: sides.variance,
}

/** Returns the change of each line. Lines that count parts of one slot add up to one count. */
function changesOf(placed: Line[], slotOf: Map<Line, Slot>, mode: Adjustment['mode']): Change[] {
  const changes = placed.map((line) => ({
    ...line,
    slot: slotOf.get(line) ?? null,
    change: line.line.quantity,
  }))
  if (mode === 'delta') return changes
  return [...Map.groupBy(changes, ({ slot }) => slot && slotKey(slot)).values()].flatMap((own) => {
    const [first] = own
    if (!first?.slot) return []
    const counted = Decimal.sum(own.map(({ change }) => change))
    return [{ ...first, change: counted.minus(first.slot.onHand) }]
  })
}

function isComplete({ index, line, item }: Line, mode: Adjustment['mode'], problems: Problems): boolean {
  const { quantity, lot } = line
  const wrong = (field: string, message: string) => problems.add(index, field, 'validation_failed', message)
  if (mode === 'delta' && quantity.sign === 0) wrong('quantity', 'Enter something other than zero')
  if (mode === 'count' && quantity.sign < 0) wrong('quantity', 'Enter zero or more')
  if (item.lotTracking && lot === undefined && (mode === 'count' || quantity.sign > 0))
    wrong('lot', `Enter the lot: ${item.sku} is tracked by lots`)
  return !problems.has(index)
}

function checkExpected(
  { index, line: { expectedOnHand }, item, location }: Line,
  slot: Slot | undefined,
  stocked: Slot[],
  problems: Problems,
): void {
  if (expectedOnHand === undefined) return
  const lots = stocked.filter(({ itemId, locationId }) => itemId === item.id && locationId === location.id)
  const onHand = slot ? slot.onHand : Decimal.sum(lots.map((lot) => lot.onHand))
  if (onHand.equals(expectedOnHand)) return
  const message = `${onHand.normalized()} of ${item.sku} is on hand in ${location.name}, not ${expectedOnHand}`
  problems.add(index, 'expectedOnHand', 'stock_moved', message)
}

function checkDirection({ index, change }: Change, reason: AdjustmentReason, problems: Problems): void {
  const direction = adjustmentDirections[reason]
  if (direction === 'removes' && change.sign > 0)
    problems.add(index, 'quantity', 'validation_failed', `The reason ${reason} only removes stock`)
  if (direction === 'adds' && change.sign < 0)
    problems.add(index, 'quantity', 'validation_failed', `The reason ${reason} only adds stock`)
}

/** A new lot can be found, unless its expiry would have to be known. */
function checkLot({ index, item, slot, change }: Change, problems: Problems): void {
  if (!slot?.lot?.isNew || change.sign < 0 || (change.sign > 0 && !item.expiryTracking)) return
  problems.add(index, 'lot', 'lot_not_found', `Lot ${slot.lot.name} of ${item.sku} not found`)
}
