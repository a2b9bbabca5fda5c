import type { Movement } from '#contract'
import type { Reader } from '#platform'
import { plain } from '../items/rows.ts'

/** Movements with what they name, for the caller to narrow down. */
export const movements = (tx: Reader) =>
  tx
    .selectFrom('stockMovements')
    .innerJoin('items', 'items.id', 'stockMovements.itemId')
    .leftJoin('lots', 'lots.id', 'stockMovements.lotId')
    .innerJoin('locations as source', 'source.id', 'stockMovements.fromLocation')
    .innerJoin('locations as destination', 'destination.id', 'stockMovements.toLocation')
    .innerJoin('users', 'users.id', 'stockMovements.recordedBy')
    .select(['stockMovements.id', 'stockMovements.documentId', 'stockMovements.itemId', 'items.sku'])
    .select(['lots.name as lot', 'stockMovements.quantity', 'stockMovements.reason'])
    .select(['stockMovements.unitCost', 'stockMovements.occurredAt', 'stockMovements.reverses'])
    .select(['source.id as fromId', 'source.name as fromName', 'source.kind as fromKind'])
    .select(['destination.id as toId', 'destination.name as toName', 'destination.kind as toKind'])
    .select(['users.id as recordedById', 'users.name as recordedByName'])

type Kind = Movement['from']['kind']
export type MovementRow = Awaited<ReturnType<ReturnType<typeof movements>['execute']>>[number]

export const toMovement = (row: MovementRow): Movement => ({
  id: row.id,
  documentId: row.documentId,
  itemId: row.itemId,
  sku: row.sku,
  lot: row.lot,
  quantity: plain(row.quantity),
  from: { id: row.fromId, name: row.fromName, kind: row.fromKind as Kind },
  to: { id: row.toId, name: row.toName, kind: row.toKind as Kind },
  reason: row.reason,
  unitCost: row.unitCost && plain(row.unitCost),
  occurredAt: row.occurredAt,
  recordedBy: { id: row.recordedById, name: row.recordedByName },
  reverses: row.reverses,
})

/** The movements of documents, such as an invoice and its credit notes, in the order in which they were recorded. */
export async function movementsOf(tx: Reader, documentIds: string[]): Promise<Movement[]> {
  if (documentIds.length === 0) return []
  const rows = await movements(tx)
    .where('stockMovements.documentId', 'in', documentIds)
    .orderBy('stockMovements.id')
    .execute()
  return rows.map(toMovement)
}
