import { listMovements } from '#contract'
import { implement, readPage } from '#platform'
import { movements, toMovement } from './ledger/movements.ts'

export const listLedger = implement(listMovements, async ({ tx, query }) => {
  const { limit, cursor, itemId, lot, documentId } = query
  let rows = movements(tx)
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
  const page = await readPage(rows, 'stockMovements.id', { limit, cursor })
  return { ...page, data: page.data.map(toMovement) }
})
