import Big from 'big.js'
import type { z } from 'zod'
import { adjustmentDirections, adjustStock } from '#contract'
import { implement, newId } from '#platform'
import { insertDocument } from './ledger/document.ts'
import { draw } from './ledger/draw.ts'
import { lockItems } from './ledger/lock-items.ts'
import { locationsOf, type PlacedLine, placeLines } from './ledger/place-lines.ts'
import { readSetting, usable } from './ledger/places.ts'
import { createProblems, type Problems } from './ledger/problems.ts'
import { sideOf } from './ledger/reasons.ts'
import { record } from './ledger/record.ts'
import { createSlots, type Slot } from './ledger/slots.ts'

type Adjustment = z.output<typeof adjustStock.body>
type Line = PlacedLine<Adjustment['lines'][number]>

export const adjust = implement(adjustStock, async ({ tx, actor, body }) => {
  const { mode, reason, note = null, lines } = body
  const setting = await readSetting(tx, locationsOf(body))
  const adjustmentId = newId()
  const occurredAt = setting.now.toISOString()
  await insertDocument(tx, actor, { id: adjustmentId, kind: 'adjustment', note, occurredAt })

  const problems = createProblems()
  const items = await lockItems(tx, lines)
  const placed = placeLines(body, items, setting, problems).filter((line) => isWhole(line, mode, problems))
  const slots = createSlots(tx)
  const slotOf = new Map<Line, Slot>()
  const [choosing, named] = [placed.filter(choosesLot), placed.filter((line) => !choosesLot(line))]
  const found = await slots.named(
    named.map(({ line, item, location }) => ({
      itemId: item.id,
      lot: line.lot ?? null,
      locationId: location.id,
    })),
  )
  named.forEach((line, at) => void slotOf.set(line, found[at]!))
  const stocked = choosing.length > 0 ? await slots.stocked(choosing) : []

  for (const line of placed) checkExpected(line, slotOf.get(line), stocked, problems)
  const wishes = changes().filter(({ line }) => !problems.has(line.index))
  for (const { line, change, slot } of wishes) {
    checkDirection(line, change, reason, problems)
    if (slot) checkLot(line, slot, change, problems)
  }
  const draws = draw(
    wishes.map(({ line, change, slot }) => ({ ...line, change, slot })),
    reason === 'expired' ? stocked : usable(stocked, setting.today),
    problems,
  )
  problems.refuse()
  const moves = draws.map(({ slot, change }) => ({ slot, change, side: sideOf[reason] }))
  const entry = { documentId: adjustmentId, reason, occurredAt, actor, items, setting }
  return { adjustmentId, ...(await record(tx, entry, moves, [...slotOf.values()])) }

  /** What each line changes. Lines that count parts of one slot add up, and differ from what is there once. */
  function changes(): { line: Line; slot: Slot | null; change: Big }[] {
    const own = placed.map((line) => ({
      line,
      slot: slotOf.get(line) ?? null,
      change: new Big(line.line.quantity),
    }))
    if (mode === 'delta') return own
    return [...Map.groupBy(own, ({ slot }) => slot).entries()].flatMap(([slot, [first, ...others]]) =>
      first && slot
        ? {
            ...first,
            change: others.reduce((sum, { change }) => sum.plus(change), first.change).minus(slot.onHand),
          }
        : [],
    )
  }
})

/** Where lots are tracked and none is named, what is removed is taken from those that expire first. */
const choosesLot = ({ line, item }: Line): boolean => item.lotTracking && line.lot === undefined

/** Whether the line's fields go together. */
function isWhole({ index, line, item }: Line, mode: Adjustment['mode'], problems: Problems): boolean {
  const quantity = new Big(line.quantity)
  const wrong = (field: string, message: string) => problems.add(index, field, 'validation_failed', message)
  if (mode === 'delta' && quantity.eq(0)) wrong('quantity', 'Enter something other than zero')
  if (mode === 'count' && quantity.lt(0)) wrong('quantity', 'Enter zero or more')
  if (item.lotTracking && line.lot === undefined && (mode === 'count' || quantity.gt(0)))
    wrong('lot', `Enter the lot: ${item.sku} is tracked by lots`)
  return !problems.has(index)
}

function checkExpected(
  { index, line, item, location }: Line,
  slot: Slot | undefined,
  stocked: Slot[],
  problems: Problems,
) {
  if (line.expectedOnHand === undefined) return
  const lots = stocked.filter(({ itemId, locationId }) => itemId === item.id && locationId === location.id)
  const there = slot ? slot.onHand : lots.reduce((sum, { onHand }) => sum.plus(onHand), new Big(0))
  if (there.eq(line.expectedOnHand)) return
  const message = `There is ${there.toFixed()} of ${item.sku} in ${location.name}, not ${line.expectedOnHand}`
  problems.add(index, 'expectedOnHand', 'stock_moved', message)
}

function checkDirection(
  { index }: Line,
  change: Big,
  reason: Adjustment['reason'],
  problems: Problems,
): void {
  const direction = adjustmentDirections[reason]
  if (direction === 'removes' && change.gt(0))
    problems.add(index, 'quantity', 'validation_failed', `What is ${reason} is removed, not added`)
  if (direction === 'adds' && change.lt(0))
    problems.add(index, 'quantity', 'validation_failed', `What is ${reason} is added, not removed`)
}

/** A lot that is not there can be found, except where its expiry would have to be known. */
function checkLot({ index, item }: Line, { lot }: Slot, change: Big, problems: Problems): void {
  if (!lot || lot.stored || (change.gt(0) && !item.expiryTracking)) return
  problems.add(index, 'lot', 'lot_not_found', `${item.sku} has no lot ${lot.name}`)
}
