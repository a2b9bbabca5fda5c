import { movements, toMovement } from '../../inventory/ledger/movements.ts'
import { ofRecords } from './kind.ts'

export const exportedMovements = ofRecords(
  [
    'id',
    'documentId',
    'occurredAt',
    'sku',
    'lot',
    'quantity',
    'from',
    'to',
    'reason',
    'unitCost',
    'recordedBy',
    'reverses',
  ],
  1000,
  (tx, limit, after) =>
    movements(tx)
      .$if(after !== undefined, (query) => query.where('stockMovements.id', '>', after!))
      .orderBy('stockMovements.id')
      .limit(limit)
      .execute(),
  (row) => {
    const movement = toMovement(row)
    return {
      ...movement,
      from: movement.from.name,
      to: movement.to.name,
      recordedBy: movement.recordedBy.name,
    }
  },
)
