import type pg from 'pg'
import { freshId } from './clinic.ts'

const batch = 50_000

/** Fills the ledger up to so many movements, of all items in turn, a hundred to a document. */
export async function growLedger(pool: pg.Pool, movements: number): Promise<void> {
  const { rows } = await pool.query('select count(*)::int as count from stock_movements')
  for (let there: number = rows[0].count; there < movements; there += batch) {
    const count = Math.min(batch, movements - there)
    await pool.query(
      `with documents as (
        insert into stock_documents (id, kind, recorded_by)
        select ${freshId}, 'adjustment', (select id from users limit 1) from generate_series(1, ceil($1::numeric / 100)::int)
        returning id, recorded_by
      ), numbered as (select *, row_number() over () as n from documents
      ), stocked as (select id, row_number() over () - 1 as n, count(*) over () as count from items)
      insert into stock_movements (id, document_id, item_id, quantity, from_location, to_location, reason, occurred_at, recorded_by)
      select ${freshId}, numbered.id, stocked.id, 1,
        (select id from locations where kind = 'variance'), (select id from locations where is_default), 'found', now(), recorded_by
      from generate_series(1, $1) made join numbered on numbered.n = (made + 99) / 100
      join stocked on stocked.n = made % stocked.count`,
      [count],
    )
  }
  // Stock on hand agrees with the ledger.
  await pool.query(`update stock_balances b set on_hand = on_hand + $1::int / (select count(*) from items)`, [
    movements,
  ])
  await pool.query(
    `update items set on_hand = (select sum(on_hand) from stock_balances b where b.item_id = items.id)`,
  )
  await pool.query('vacuum analyze')
}
