import { sql } from 'kysely'
import type { z } from 'zod'
import { Decimal, type listLots } from '#contract'
import type { Reader } from '#database'
import { Refusal } from '#platform'
import { plain } from '../items/item-rows.ts'

type Lot = z.input<typeof listLots.result>['data'][number]

/** Selects lots with their item and the stock on hand in all locations, for the caller to filter. */
export const lots = (tx: Reader) =>
  tx
    .selectFrom('lots')
    .innerJoin('items', 'items.id', 'lots.itemId')
    .leftJoin('users', 'users.id', 'lots.quarantinedBy')
    .select([
      'lots.id',
      'lots.itemId',
      'items.sku',
      'items.name as itemName',
      'items.unit',
      'lots.name as lot',
    ])
    .select(['lots.expiresOn', 'lots.createdAt', 'quarantineReason', 'quarantinedAt'])
    .select(['users.id as quarantinedById', 'users.name as quarantinedByName'])
    .select((row) =>
      row
        .selectFrom('stockBalances')
        .select(sql<string>`coalesce(sum(on_hand), 0)`.as('onHand'))
        .whereRef('stockBalances.lotId', '=', 'lots.id')
        .as('onHand'),
    )

type LotRow = Awaited<ReturnType<ReturnType<typeof lots>['execute']>>[number]

export function toLot({
  quarantineReason,
  quarantinedAt,
  quarantinedById,
  quarantinedByName,
  ...row
}: LotRow): Lot {
  return {
    ...row,
    onHand: plain(Decimal.of(row.onHand ?? 0)),
    quarantine:
      quarantineReason === null
        ? null
        : {
            reason: quarantineReason,
            at: quarantinedAt ?? '',
            by: { id: quarantinedById ?? '', name: quarantinedByName ?? '' },
          },
  }
}

/** @throws Refusal `lot_not_found` */
export async function readLot(tx: Reader, lotId: string): Promise<Lot> {
  const lot = await lots(tx).where('lots.id', '=', lotId).executeTakeFirst()
  if (!lot) throw new Refusal('lot_not_found')
  return toLot(lot)
}
