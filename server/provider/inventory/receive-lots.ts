import { sql } from 'kysely'
import type { Transaction } from '#platform'
import type { PlacedLine } from './ledger/place-lines.ts'
import { hasExpired } from './ledger/places.ts'
import type { Problems } from './ledger/problems.ts'
import type { Slot } from './ledger/slots.ts'
import type { Delivery } from './receive.ts'

type ReceivedLine = PlacedLine<Delivery['lines'][number]> & { slot: Slot }

/**
 * Lets go of the expiry of lots of which every movement was taken back, where a line says another: a mistyped date is mended
 * by reversing the receipt and receiving again.
 */
export async function forgetReversedExpiries(tx: Transaction, lines: ReceivedLine[]): Promise<void> {
  const differing = lines.flatMap(({ line, slot: { lot } }) =>
    lot?.stored?.expiresOn && line.expiresOn && line.expiresOn !== lot.stored.expiresOn ? [lot] : [],
  )
  if (differing.length === 0) return
  const received = await tx
    .selectFrom('stockMovements')
    .select('lotId')
    .distinct()
    .where('lotId', '=', sql<string>`any(${differing.map(({ id }) => id)}::uuid[])`)
    .where('reverses', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stockMovements as back')
            .select('back.id')
            .whereRef('back.reverses', '=', 'stockMovements.id'),
        ),
      ),
    )
    .execute()
  const known = new Set(received.map(({ lotId }) => lotId))
  for (const lot of differing) if (!known.has(lot.id)) lot.expiresOn = null
}

/**
 * Gives each lot the expiry that its lines say, and finds the lines that are wrong about one: an item that is tracked
 * by lots has one, a lot has one expiry, an item whose expiry is tracked has no lot without, and what has expired is
 * only taken where the line says so.
 * @param arrived the organisation's date when it came, which may be before it is entered
 */
export function checkLots(lines: ReceivedLine[], arrived: string, problems: Problems): void {
  for (const { index, line, item, slot } of lines) {
    const { sku } = item
    if (item.lotTracking && !slot.lot)
      problems.add(index, 'lot', 'validation_failed', `Enter the lot: ${sku} is tracked by lots`)
    if (line.expiresOn === undefined) continue
    if (!item.lotTracking)
      problems.add(index, 'expiresOn', 'validation_failed', `${sku} has no lots, which expire`)
    if (!slot.lot) continue
    slot.lot.expiresOn ??= line.expiresOn
    if (slot.lot.expiresOn !== line.expiresOn) {
      const { name, expiresOn } = slot.lot
      problems.add(index, 'expiresOn', 'lot_expiry_differs', `Lot ${name} of ${sku} expires on ${expiresOn}`)
    }
  }
  for (const { index, line, item, slot } of lines) {
    if (!slot.lot || problems.has(index)) continue
    const { name, expiresOn } = slot.lot
    if (item.expiryTracking && expiresOn === null)
      problems.add(index, 'expiresOn', 'validation_failed', `Enter when lot ${name} of ${item.sku} expires`)
    if (hasExpired(expiresOn, arrived) && !line.acceptExpired)
      problems.add(
        index,
        'expiresOn',
        'expired_on_arrival',
        `Lot ${name} of ${item.sku} expired on ${expiresOn}`,
      )
  }
}
