import assert from 'node:assert/strict'
import type { TestApp } from '#testing'

/**
 * Asserts that the books are right: all movements sum to zero, and replaying them gives the balances and totals that
 * are kept, none of which is below zero.
 */
export async function assertBooks({ db }: TestApp): Promise<void> {
  const { rows } = await db.pool.query(`
    with entries as (
      select item_id, lot_id, to_location as location_id, quantity from stock_movements
      union all
      select item_id, lot_id, from_location, -quantity from stock_movements
    ), replayed as (
      select item_id, lot_id, location_id, sum(quantity) as on_hand
      from entries join locations on locations.id = location_id and kind = 'stock'
      group by item_id, lot_id, location_id
    )
    select
      (select coalesce(sum(quantity), 0) from entries)::float as sum,
      (select count(*) from replayed where on_hand < 0)::int as below_zero,
      (select count(*) from stock_balances)::int - (select count(*) from replayed)::int as balances,
      (select count(*) from replayed
       where not exists (
         select from stock_balances as kept
         where kept.item_id = replayed.item_id and kept.lot_id is not distinct from replayed.lot_id
           and kept.location_id = replayed.location_id and kept.on_hand = replayed.on_hand
       ))::int as differing,
      (select count(*) from items
       where on_hand <> coalesce((select sum(on_hand) from replayed where item_id = items.id), 0))::int as totals`)
  assert.deepEqual(rows[0], { sum: 0, below_zero: 0, balances: 0, differing: 0, totals: 0 })
}
