import type { z } from 'zod'
import { Decimal, type listLevels, type movement } from '#contract'
import type { Reader } from '#database'
import { type Item, plain, plainOrNull } from '../items/item-rows.ts'
import { toAmount } from './amount.ts'
import { averageDecimals, type Lot, type Place } from './stock.ts'

export type Movement = z.input<typeof movement>
export type Level = z.input<typeof listLevels.result>['data'][number]

/** Selects movements with the names of what they refer to, for the caller to filter. */
export const movements = (tx: Reader) =>
  tx
    .selectFrom('stockMovements')
    .innerJoin('items', 'items.id', 'stockMovements.itemId')
    .leftJoin('lots', 'lots.id', 'stockMovements.lotId')
    .leftJoin('invoiceLines', 'invoiceLines.id', 'stockMovements.sourceLine')
    .innerJoin('locations as source', 'source.id', 'stockMovements.fromLocation')
    .innerJoin('locations as destination', 'destination.id', 'stockMovements.toLocation')
    .innerJoin('users', 'users.id', 'stockMovements.recordedBy')
    .select(['stockMovements.id', 'stockMovements.documentId', 'stockMovements.itemId', 'items.sku'])
    .select(['stockMovements.lotId', 'lots.name as lot', 'stockMovements.quantity', 'stockMovements.reason'])
    .select([
      'stockMovements.unitCost',
      'stockMovements.value',
      'stockMovements.occurredAt',
      'stockMovements.reverses',
      'invoiceLines.invoiceId',
    ])
    .select(['source.id as fromId', 'source.name as fromName', 'source.kind as fromKind'])
    .select(['destination.id as toId', 'destination.name as toName', 'destination.kind as toKind'])
    .select(['users.id as recordedById', 'users.name as recordedByName'])

type MovementRow = Awaited<ReturnType<ReturnType<typeof movements>['execute']>>[number]

export function toMovement({
  fromId,
  fromName,
  fromKind,
  toId,
  toName,
  toKind,
  recordedById,
  recordedByName,
  value,
  ...row
}: MovementRow): Movement {
  const quantity = Decimal.of(row.quantity)
  return {
    ...row,
    quantity: plain(quantity),
    unitCost: unitCostOf({
      quantity,
      unitCost: row.unitCost === null ? null : Decimal.of(row.unitCost),
      value: value === null ? null : Decimal.of(value),
      leaves: fromKind === 'stock',
    }),
    from: { id: fromId, name: fromName, kind: fromKind as Place['kind'] },
    to: { id: toId, name: toName, kind: toKind as Place['kind'] },
    recordedBy: { id: recordedById, name: recordedByName },
  }
}

/** Returns the cost of a unit: as given, or what it was worth when it left. */
export function unitCostOf(move: {
  quantity: Decimal
  unitCost: Decimal | null
  value: Decimal | null
  leaves: boolean
}): Decimal | null {
  const { quantity, unitCost, value, leaves } = move
  if (unitCost && !leaves) return plain(unitCost)
  return leaves && value ? plain(value.dividedBy(quantity, averageDecimals)) : null
}

/** Returns the movements of documents, such as an invoice and its credit notes, in the order they were recorded. */
export async function movementsOf(tx: Reader, documentIds: string[]): Promise<Movement[]> {
  if (documentIds.length === 0) return []
  const rows = await movements(tx)
    .where('stockMovements.documentId', 'in', documentIds)
    .orderBy('stockMovements.id')
    .execute()
  return rows.map(toMovement)
}

/** Returns the stock of a slot. */
export const toLevel = (
  {
    lot,
    onHand,
  }: { lot: Pick<Lot, 'id' | 'name' | 'expiresOn' | 'quarantineReason'> | null; onHand: Decimal },
  item: Pick<Item, 'id' | 'sku' | 'name' | 'unit' | 'onHand' | 'reorderLevel' | 'averageCost'> & {
    usable: Decimal
  },
  place: Pick<Place, 'id' | 'name'>,
  currency: string,
): Level => ({
  itemId: item.id,
  sku: item.sku,
  name: item.name,
  unit: item.unit,
  lotId: lot?.id ?? null,
  lot: lot?.name ?? null,
  expiresOn: lot?.expiresOn ?? null,
  isQuarantined: Boolean(lot?.quarantineReason),
  locationId: place.id,
  locationName: place.name,
  onHand: plain(onHand),
  itemOnHand: plain(item.onHand),
  itemUsable: plain(item.usable),
  reorderLevel: plainOrNull(item.reorderLevel),
  averageCost: plainOrNull(item.averageCost),
  value: item.averageCost && toAmount(onHand.times(item.averageCost), currency),
})

/** Sorts levels by SKU, lot and location. */
export const inOrder = (levels: Level[]): Level[] =>
  levels.toSorted(
    (a, b) =>
      compare(a.sku, b.sku) || compare(a.lot ?? '', b.lot ?? '') || compare(a.locationName, b.locationName),
  )

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
