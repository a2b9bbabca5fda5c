import { createHash } from 'node:crypto'
import Big from 'big.js'
import type { z } from 'zod'
import { receiveStock } from '#contract'
import { implement, invalidField, newId } from '#platform'
import { dateAt } from '../date-at.ts'
import { averageCost } from './ledger/average-cost.ts'
import { insertDocument } from './ledger/document.ts'
import { lockItems } from './ledger/lock-items.ts'
import { locationsOf, placeLines } from './ledger/place-lines.ts'
import { readSetting, type Setting, sides } from './ledger/places.ts'
import { createProblems } from './ledger/problems.ts'
import { record } from './ledger/record.ts'
import { createSlots } from './ledger/slots.ts'
import { answerAgain } from './receive-again.ts'
import { checkLots, forgetReversedExpiries } from './receive-lots.ts'

export type Delivery = z.output<typeof receiveStock.body>

export const receive = implement(receiveStock, async ({ tx, actor, body }) => {
  const setting = await readSetting(tx, locationsOf(body))
  const { supplier, deliveryNote, receivedAt, lines } = body
  const receiptId = newId()
  const occurredAt = arrival(receivedAt, setting)
  const deliveryKey = keyOf(supplier, deliveryNote)
  // The head goes first: a second delivery with this note waits here, on the unique index, until the first is done.
  const head = { id: receiptId, supplier, deliveryNote, deliveryKey, occurredAt }
  if (!(await insertDocument(tx, actor, { ...head, kind: 'receipt' })))
    return answerAgain(tx, body, deliveryKey, setting)

  const problems = createProblems()
  const items = await lockItems(tx, lines)
  const placed = placeLines(body, items, setting, problems)
  const slots = await createSlots(tx).named(
    placed.map(({ line, item, location }) => ({
      itemId: item.id,
      lot: line.lot ?? null,
      locationId: location.id,
    })),
  )
  const received = placed.map((line, at) => ({ ...line, slot: slots[at]! }))
  await forgetReversedExpiries(tx, received)
  checkLots(received, dateAt(new Date(occurredAt), setting.timeZone), problems)
  problems.refuse()

  for (const [item, own] of Map.groupBy(received, (line) => line.item)) {
    const costed = own.flatMap(({ line: { unitCost, quantity } }) =>
      unitCost === undefined ? [] : [{ unitCost, change: new Big(quantity) }],
    )
    item.averageCost = averageCost(item.averageCost, new Big(item.onHand), costed)
  }
  const moves = received.map(({ slot, line }) => ({
    slot,
    change: new Big(line.quantity),
    side: sides.supplier,
    unitCost: line.unitCost ?? null,
  }))
  const entry = { documentId: receiptId, reason: 'received', occurredAt, actor, items, setting }
  return { receiptId, ...(await record(tx, entry, moves)) }
})

/** A note is the supplier's own: both are compared without regard to case and to how they are spaced. */
function keyOf(...names: string[]): Buffer {
  const compared = names.map((name) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim())
  return createHash('sha256').update(JSON.stringify(compared)).digest()
}

const clocksDifferMs = 5 * 60_000

function arrival(receivedAt: string | undefined, { now }: Setting): string {
  const at = receivedAt === undefined ? now : new Date(receivedAt)
  if (at.getTime() > now.getTime() + clocksDifferMs)
    throw invalidField('receivedAt', 'What was received came in the past')
  if (at.getUTCFullYear() < 1900) throw invalidField('receivedAt', 'Enter a time from 1900 on')
  return at.toISOString()
}
