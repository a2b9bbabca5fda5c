import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { record as recordAudit } from '#audit'
import { type Decimal, lotKey, receiveStock } from '#contract'
import type { Transaction } from '#database'
import { Answer, implement, invalidField, newId, Refusal } from '#platform'
import { createProblems, finder, locationsOf, placeLines, refuse, slotNameOf } from './ledger/lines.ts'
import { inOrder, movementsOf, toLevel } from './ledger/movements.ts'
import { findItems, lockItems, readContext, readSlots, readUsable } from './ledger/read.ts'
import { insertDocument, record } from './ledger/record.ts'
import { type Context, slotKey } from './ledger/stock.ts'
import { type Delivery, planDelivery, type State } from './plan-delivery.ts'

export const receive = implement(receiveStock, async ({ tx, actor, body }) => {
  const { supplier, deliveryNote } = body
  const context = await readContext(tx, locationsOf(body))
  const receiptId = newId()
  const occurredAt = arrivalOf(body, context)
  const deliveryKey = keyOf(supplier, deliveryNote)
  // The header comes first: a second delivery with this note waits on the unique index until the first is committed.
  const header = { id: receiptId, supplier, deliveryNote, deliveryKey, occurredAt }
  if (!(await insertDocument(tx, actor, { ...header, kind: 'receipt' })))
    return answerAgain(tx, body, deliveryKey, context)

  const state = await readState(tx, body, context)
  const plan = planDelivery(state, body, occurredAt)
  refuse(plan.refusals)
  const entry = { documentId: receiptId, reason: 'received', occurredAt, actor, items: state.items, context }
  const recorded = await record(tx, entry, plan)
  const target = { type: 'stock_document', id: receiptId, label: `${supplier} ${deliveryNote}` } as const
  await recordAudit(tx, actor, 'stock.receive', target)
  return { receiptId, ...recorded }
})

/** Supplier and delivery note are compared without regard to case and spacing. */
function keyOf(...names: string[]): Buffer {
  const compared = names.map((name) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim())
  return createHash('sha256').update(JSON.stringify(compared)).digest()
}

const mostClockSkewMs = 5 * 60_000

function arrivalOf({ receivedAt }: Delivery, { now }: Context): string {
  const at = receivedAt === undefined ? now : new Date(receivedAt)
  if (at.getTime() > now.getTime() + mostClockSkewMs)
    throw invalidField('receivedAt', 'The time is in the future')
  if (at.getUTCFullYear() < 1900) throw invalidField('receivedAt', 'Enter a time from 1900 on')
  return at.toISOString()
}

/** Locks the items of a delivery and reads the stock that it meets. */
export async function readState(tx: Transaction, body: Delivery, context: Context): Promise<State> {
  const items = await lockItems(tx, body.lines)
  const lines = placeLines(body, items, context, createProblems())
  const slots = await readSlots(tx, lines.map(slotNameOf))
  const differing = lines.flatMap(({ line: { expiresOn } }, n) => {
    const lot = slots[n]?.lot
    return lot?.expiresOn && expiresOn && lot.expiresOn !== expiresOn ? [lot.id] : []
  })
  return { context, items, slots, reversedLots: await reversedAmong(tx, differing) }
}

async function reversedAmong(tx: Transaction, lotIds: string[]): Promise<Set<string>> {
  if (lotIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from lots where id = any(${lotIds}::uuid[]) and not exists (
      select from stock_movements m where m.lot_id = lots.id and m.reverses is null
      and not exists (select from stock_movements reversal where reversal.reverses = m.id))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Answers a delivery that was posted before with the first receipt, if its content is the same. The order of lines and the
 * fields that identify items do not matter.
 * @throws Refusal `delivery_note_reused` if the content differs or the receipt was reversed
 */
async function answerAgain(
  tx: Transaction,
  body: Delivery,
  deliveryKey: Buffer,
  context: Context,
): Promise<Answer<z.input<typeof receiveStock.result>>> {
  const receipt = await tx
    .selectFrom('stockDocuments as receipt')
    .select(['id', 'occurredAt'])
    .select(sql<boolean>`exists (select from stock_documents where reverses = receipt.id)`.as('isReversed'))
    .where('deliveryKey', '=', deliveryKey)
    .executeTakeFirstOrThrow()
  if (receipt.isReversed) throw reused('and reversed. Enter another delivery note')

  const movements = await movementsOf(tx, [receipt.id])
  const slots = await readSlots(
    tx,
    movements.map(({ itemId, lot, to }) => ({ itemId, lot, locationId: to.id })),
  )
  const found = await findItems(tx, movements)
  const usable = await readUsable(tx, found, context.today)
  const items = new Map(found.map((item) => [item.id, { ...item, usable: usable.get(item.id)! }]))
  const received = movements.map(({ to, ...movement }, n) =>
    contentOf({ ...movement, expiresOn: slots[n]?.lot?.expiresOn, locationId: to.id }),
  )
  const find = finder(await findItems(tx, body.lines))
  const expiryOf = new Map(slots.map((slot) => [slotKey(slot), slot.lot?.expiresOn]))
  const repeated = body.lines.map((line) => {
    const itemId = find(line)?.id
    const locationId = line.locationId ?? body.locationId ?? context.main.id
    const slot = itemId && slotKey({ itemId, lot: line.lot ?? null, locationId })
    const expiresOn = line.expiresOn ?? (slot && expiryOf.get(slot))
    return contentOf({ ...line, itemId, expiresOn, locationId })
  })
  const isSameTime = body.receivedAt === undefined || body.receivedAt === receipt.occurredAt
  if (!isSameTime || String(received.sort()) !== String(repeated.sort())) throw reused('with other content')

  const places = new Map(movements.map(({ to }) => [to.id, to]))
  const levels = new Map(
    slots.map((slot) => [
      slotKey(slot),
      toLevel(slot, items.get(slot.itemId)!, places.get(slot.locationId)!, context.currency),
    ]),
  )
  return new Answer(200, { receiptId: receipt.id, movements, levels: inOrder([...levels.values()]) })

  function reused(how: string): Refusal {
    const fields = [{ path: 'deliveryNote', message: `Already received ${how}` }]
    const detail = `Delivery note ${body.deliveryNote} of ${body.supplier} was already received ${how}.`
    return new Refusal('delivery_note_reused', detail, { fields })
  }
}

interface Content {
  itemId: string | undefined
  lot?: string | null | undefined
  expiresOn?: string | null | undefined
  locationId: string
  quantity: Decimal
  unitCost?: Decimal | null | undefined
}

const contentOf = ({ itemId, lot, expiresOn, locationId, quantity, unitCost }: Content): string =>
  JSON.stringify([
    itemId,
    lot ? lotKey(lot) : null,
    expiresOn ?? null,
    locationId,
    quantity,
    unitCost ?? null,
  ])
