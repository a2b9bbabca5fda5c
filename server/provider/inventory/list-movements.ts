import { type SqlBool, sql } from 'kysely'
import { listMovements } from '#contract'
import { afterCursor, implement, readPage } from '#platform'
import { movements, toMovement } from './ledger/movements.ts'

export const listLedger = implement(listMovements, async ({ tx, query }) => {
  const { limit, cursor, itemId, lot, documentId } = query
  const after = afterCursor(cursor)
  let rows = movements(tx)
  if (itemId) rows = rows.where('stockMovements.itemId', '=', itemId)
  if (documentId) rows = rows.where('stockMovements.documentId', '=', documentId)
  // Takes the newest of each lot with this name. The planner would look for them among all movements, newest first.
  if (lot)
    rows = rows.where(
      sql<SqlBool>`stock_movements.id in (
        select newest.id from lots cross join lateral (
          select id from stock_movements of_lot where of_lot.lot_id = lots.id
          ${documentId ? sql`and of_lot.document_id = ${documentId}` : sql``}
          ${after ? sql`and of_lot.id < ${after}` : sql``}
          order by of_lot.id desc limit ${limit + 1}
        ) as newest
        where lots.name = ${lot} ${itemId ? sql`and lots.item_id = ${itemId}` : sql``})`,
    )
  const page = await readPage(rows, 'stockMovements.id', { limit, cursor })
  return { ...page, data: page.data.map(toMovement) }
})
