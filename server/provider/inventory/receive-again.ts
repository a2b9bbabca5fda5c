import { sql } from 'kysely'
import type { z } from 'zod'
import type { Level, receiveStock } from '#contract'
import { Answer, Refusal, type Transaction } from '#platform'
import { items as itemRows, plain } from './items/rows.ts'
import { inOrder, toLevel } from './ledger/levels.ts'
import { finder, itemsNamed } from './ledger/lock-items.ts'
import { movementsOf } from './ledger/movements.ts'
import type { Setting } from './ledger/places.ts'
import { createSlots } from './ledger/slots.ts'
import type { Delivery } from './receive.ts'

/**
 * Answers a delivery that was posted before: with the first receipt where it says the same, whatever way it names its
 * items and in whatever order.
 * @throws Refusal `delivery_note_reused` where it says something else, or where that receipt was taken back
 */
export async function answerAgain(
  tx: Transaction,
  body: Delivery,
  deliveryKey: Buffer,
  setting: Setting,
): Promise<Answer<z.input<typeof receiveStock.result>>> {
  const receipt = await tx
    .selectFrom('stockDocuments')
    .select(['id', 'occurredAt'])
    .select(
      sql<boolean>`exists (select from stock_documents r where r.reverses = stock_documents.id)`.as(
        'takenBack',
      ),
    )
    .where('deliveryKey', '=', deliveryKey)
    .executeTakeFirstOrThrow()
  const reused = (how: string) => {
    const fields = [{ path: 'deliveryNote', message: `Received already, ${how}` }]
    const detail = `The delivery note ${body.deliveryNote} of ${body.supplier} was received already, ${how}.`
    return new Refusal('delivery_note_reused', detail, { fields })
  }
  if (receipt.takenBack) throw reused('and taken back: receive what came under another note')
  const movements = await movementsOf(tx, [receipt.id])
  const slots = await createSlots(tx).named(
    movements.map(({ itemId, lot, to }) => ({ itemId, lot, locationId: to.id })),
  )
  const received = movements.map(({ itemId, quantity, unitCost }, index) => {
    const { lot, locationId } = slots[index]!
    return { itemId, lot: lot?.name, expiresOn: lot?.expiresOn, locationId, quantity, unitCost }
  })

  const find = finder(await itemsNamed(tx, body.lines).execute())
  const expiries = new Map(received.map(({ itemId, lot, expiresOn }) => [`${itemId} ${lot}`, expiresOn]))
  const said = body.lines.map((line) => {
    const itemId = find(line)?.id ?? ''
    const expiresOn = line.expiresOn ?? expiries.get(`${itemId} ${line.lot}`)
    const locationId = line.locationId ?? body.locationId ?? setting.main.id
    return {
      itemId,
      lot: line.lot,
      expiresOn,
      locationId,
      quantity: line.quantity,
      unitCost: line.unitCost ?? null,
    }
  })
  const isSameTime = body.receivedAt === undefined || body.receivedAt === receipt.occurredAt
  if (!isSameTime || contentOf(said) !== contentOf(received)) throw reused('with other content')
  const items = new Map(
    (
      await itemRows(tx)
        .where('id', '=', sql<string>`any(${received.map(({ itemId }) => itemId)}::uuid[])`)
        .execute()
    ).map((item) => [item.id, item]),
  )
  const places = new Map(movements.map(({ to }) => [to.id, to]))
  const levels: Level[] = [...new Set(slots)].map((slot) =>
    toLevel(slot, items.get(slot.itemId)!, places.get(slot.locationId)!),
  )
  return new Answer(200, { receiptId: receipt.id, movements, levels: inOrder(levels) })
}

const contentOf = (lines: { unitCost: string | null }[]): string =>
  JSON.stringify(
    lines.map((line) => JSON.stringify({ ...line, unitCost: line.unitCost && plain(line.unitCost) })).sort(),
  )
