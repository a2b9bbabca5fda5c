import { type SqlBool, sql } from 'kysely'
import { listLots } from '#contract'
import { implement, readPage } from '#platform'
import { lots, toLot } from './lot-rows.ts'

export const list = implement(listLots, async ({ tx, query: { limit, cursor, itemId, lot } }) => {
  let query = lots(tx)
  if (itemId) query = query.where('lots.itemId', '=', itemId)
  if (lot) query = query.where(sql<SqlBool>`lot_key(lots.name) = lot_key(${lot})`)
  const page = await readPage(query, 'lots.id', { limit, cursor })
  return { ...page, data: page.data.map(toLot) }
})
