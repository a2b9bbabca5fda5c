import { sql } from 'kysely'
import { Decimal, listValuation } from '#contract'
import { implementOnSnapshot } from '#platform'
import { totalAt, worthAt } from './as-of.ts'
import { afterSku, toPageBySku } from './items/cursor.ts'
import { plain, plainOrNull } from './items/item-rows.ts'
import { readToday } from './items/today.ts'
import { toAmount } from './ledger/amount.ts'

interface Row {
  id: string
  sku: string
  name: string
  unit: string
  onHand: string
  averageCost: string | null
  value: string | null
}

/** Lists what each item in stock is worth: its quantity at its average cost. */
export const valuation = implementOnSnapshot(
  listValuation,
  async ({ tx, query: { limit, cursor, asOf } }) => {
    const { currency } = await readToday(tx)
    const after = afterSku(cursor)
    const total = asOf
      ? totalAt(asOf)
      : sql`select items.on_hand, items.average_cost, items.on_hand * items.average_cost as value`
    const { rows } = await sql<Row>`
    select items.id, sku, name, unit, total.on_hand, total.average_cost, total.value
    from items cross join lateral (${total}) as total
    where total.on_hand > 0 ${after ? sql`and sku > ${after.sku}` : sql``}
    order by sku limit ${limit + 1}`.execute(tx)
    const worth = asOf
      ? worthAt(asOf)
      : sql<{ value: string }>`select coalesce(sum(on_hand * average_cost), 0) as value from items`
    const [all] = (await worth.execute(tx)).rows
    const amount = (value: string) => toAmount(Decimal.of(value), currency)
    const page = toPageBySku(rows, limit)
    return {
      data: page.data.map(({ id, sku, name, unit, onHand, averageCost, value }) => ({
        itemId: id,
        sku,
        name,
        unit,
        onHand: plain(Decimal.of(onHand)),
        averageCost: plainOrNull(averageCost === null ? null : Decimal.of(averageCost)),
        value: value === null ? null : amount(value),
      })),
      nextCursor: page.nextCursor,
      total: { value: amount(all!.value), currency },
    }
  },
)
