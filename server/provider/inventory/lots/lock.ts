import type { Transaction } from '#database'
import { Refusal } from '#platform'
import { lockItems } from '../ledger/read.ts'
import { readLot } from './lot-rows.ts'

/** Returns a lot that nothing moves until `tx` ends: every movement needs the lock of the item. @throws Refusal `lot_not_found` */
export async function lockLot(tx: Transaction, lotId: string): ReturnType<typeof readLot> {
  const lot = await tx.selectFrom('lots').select('itemId').where('id', '=', lotId).executeTakeFirst()
  if (!lot) throw new Refusal('lot_not_found')
  await lockItems(tx, [lot])
  return readLot(tx, lotId)
}
