import { sql } from 'kysely'
import { Decimal, listStockUsed } from '#contract'
import { implementOnSnapshot } from '#platform'
import { endOf, startOf } from './days.ts'
import { afterSku, toPageBySku } from './items/cursor.ts'
import { plain } from './items/item-rows.ts'
import { readToday } from './items/today.ts'
import { toAmount } from './ledger/amount.ts'
import { sides } from './ledger/stock.ts'

interface Row {
  id: string
  sku: string
  name: string
  unit: string
  quantity: string
  cost: string | null
  total: string
}

/** Lists what was sold or consumed less what came back, which includes reversals, each at the cost that its movement has. */
export const stockUsed = implementOnSnapshot(
  listStockUsed,
  async ({ tx, query: { limit, cursor, from, to } }) => {
    const { currency, timeZone } = await readToday(tx)
    const after = afterSku(cursor)
    const direction = sql`case when to_location = ${sides.consumption} then 1 else -1 end`
    const { rows } = await sql<Row>`
      with used as (
        select item_id, sum(quantity * ${direction}) as quantity, sum(value * ${direction}) as cost
        from stock_movements
        where occurred_at >= ${startOf(from, timeZone)}::timestamptz and occurred_at < ${endOf(to, timeZone)}::timestamptz
        and ${sides.consumption} in (from_location, to_location)
        group by item_id
      ), page as (
        select items.id, sku, name, unit, used.quantity, used.cost
        from used join items on items.id = used.item_id
        ${after ? sql`where sku > ${after.sku}` : sql``}
        order by sku limit ${limit + 1}
      )
      select page.*, total
      from (select coalesce(sum(cost), 0) as total from used) as summed left join page on true
      order by sku`.execute(tx)
    const { total } = rows[0]!
    const amount = (cost: string) => toAmount(Decimal.of(cost), currency)
    // A page without items still has the total.
    const page = toPageBySku(
      rows.filter(({ id }) => id !== null),
      limit,
    )
    return {
      data: page.data.map(({ id, sku, name, unit, quantity, cost }) => ({
        itemId: id,
        sku,
        name,
        unit,
        quantity: plain(Decimal.of(quantity)),
        cost: cost === null ? null : amount(cost),
      })),
      nextCursor: page.nextCursor,
      total: { cost: amount(total), currency },
    }
  },
)
