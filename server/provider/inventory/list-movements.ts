import { listMovements } from '#contract'
import { afterCursor, implement, toPage } from '#platform'
import { movements, toMovement } from './ledger/movements.ts'

export const listLedger = implement(listMovements, async ({ tx, query }) => {
  const { limit, cursor, itemId, lot, documentId } = query
  const after = afterCursor(cursor)
  let rows = movements(tx)
    .orderBy('stockMovements.id', 'desc')
    .limit(limit + 1)
  if (after) rows = rows.where('stockMovements.id', '<', after)
  if (itemId) rows = rows.where('stockMovements.itemId', '=', itemId)
  if (documentId) rows = rows.where('stockMovements.documentId', '=', documentId)
  if (lot)
    rows = rows.where('stockMovements.lotId', 'in', (lots) =>
      lots
        .selectFrom('lots as named')
        .select('named.id')
        .where('named.name', '=', lot)
        .$if(itemId !== undefined, (query) => query.where('named.itemId', '=', itemId ?? '')),
    )
  return toPage((await rows.execute()).map(toMovement), limit)
})
