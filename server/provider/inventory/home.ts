import { sql } from 'kysely'
import { listItems, listLots, receiveStock } from '#contract'
import { decimalText, type HomePart } from '#platform'
import { usableStock } from './items/usable.ts'

const soonDays = 30

export const homeOfInventory: HomePart = {
  half: 'clinic',
  sections: [
    {
      name: 'lowStock',
      list: listItems,
      rows: ({ today }) => sql`
        select id, sku, name, unit, ${decimalText(usableStock(today))} as usable,
          ${decimalText(sql`reorder_level`)} as "reorderLevel"
        from items where ${usableStock(today)} < reorder_level order by sku`,
    },
    {
      name: 'expiringLots',
      list: listLots,
      rows: ({ today }) => sql`
        select lots.id, lots.name as lot, ${decimalText(sql`stock.on_hand`)} as "onHand", expires_on as "expiresOn",
          json_build_object('id', items.id, 'name', items.name, 'unit', unit) as item
        from (
          select lot_id, sum(on_hand) as on_hand from stock_balances as balances join lots on lots.id = lot_id
          where expires_on < ${today}::date + ${soonDays}::integer and on_hand > 0 group by lot_id) as stock
        join lots on lots.id = stock.lot_id join items on items.id = lots.item_id
        order by expires_on, lots.id`,
    },
  ],
  steps: [{ step: 'stock', takes: receiveStock, isDone: () => sql`exists (select from stock_movements)` }],
}
