import type pg from 'pg'
import { sides } from '../server/provider/inventory/ledger/stock.ts'
import { startInstallation } from './installation.ts'
import { callMs, measure, type Print } from './load.ts'
import { openPostgres } from './postgres.ts'

const [items, patients, invoices, calls] = [1000, 5000, 100_000, 20]
const id = (part: string, n: string) => `('01900000-0000-7000-${part}-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const lotId = (n: number) => `01900000-0000-7000-8002-${n.toString(16).padStart(12, '0')}`

/**
 * How long a recall and reports of earlier times take with many movements: 1,000 items with a lot each, of which half of the
 * movements are receipts and half sales. A twentieth are sales of lot 1, and a hundredth are sales of lot 2.
 * @param options.rows how many movements; 1,000,000 by default
 */
export async function recalls(
  print: Print,
  { rows = '1000000' }: { rows?: string | undefined },
): Promise<void> {
  await using postgres = await openPostgres()
  await using desk = await startInstallation(await postgres.createDatabase())
  await fill(desk.pool, desk.ownerId, Number(rows))
  const time = (name: string, path: string) =>
    measure(print, { name, of: { '': () => callMs(desk, path) } }, calls)
  for (const n of [500, 2, 1]) {
    const of = await desk.pool.query('select count(*)::int as n from stock_movements where lot_id = $1', [
      lotId(n),
    ])
    const moved = of.rows[0].n.toLocaleString('en')
    await time(`recall of a lot with ${moved} movements`, `/api/inventory/lots/${lotId(n)}/recall`)
  }
  const asOf = new Date(Date.now() - Number(rows) * 500).toISOString()
  await time('levels', '/api/inventory/levels')
  await time('levels as of the middle', `/api/inventory/levels?asOf=${asOf}`)
  await time('valuation as of the middle', `/api/inventory/valuation?asOf=${asOf}`)
}

async function fill(pool: pg.Pool, userId: string, rows: number): Promise<void> {
  const main = `(select id from locations where is_default)`
  await pool.query(`
    set statement_timeout = 0;
    insert into items (id, sku, name, unit, lot_tracking, expiry_tracking)
    select ${id('8001', 'n')}, 'SKU-' || n, 'Item', 'box', true, false from generate_series(1, ${items}) n;
    insert into lots (id, item_id, name) select ${id('8002', 'n')}, ${id('8001', 'n')}, 'L' || n from generate_series(1, ${items}) n;
    insert into patients (id, given_name, family_name)
    select ${id('8003', 'n')}, 'Given' || n, 'Family' || n from generate_series(1, ${patients}) n;
    insert into invoices (id, series, patient_id, bill_to, currency, tax_mode, day, net, discount, tax, gross, tax_breakdown, created_by,
      status, number, ordinal, issue_date, due_date, issued_at, issued_by, seller)
    select ${id('8004', 'n')}, 'INV', ${id('8003', `1 + n % ${patients}`)}, '{"name": "x"}', 'EUR', 'exclusive', current_date, 1, 0, 0, 1,
      '[]', '${userId}', 'issued', 'N' || n, n, current_date, current_date, now(), '${userId}', '{}' from generate_series(1, ${invoices}) n;
    alter table invoice_lines disable trigger user;
    insert into invoice_lines (id, invoice_id, position, description, quantity, unit_price, discount, tax_category, tax_rate, net, tax, gross)
    select ${id('8005', 'n')}, ${id('8004', 'n')}, 0, 'x', 1, 1, 0, 'Z', 0, 1, 0, 1 from generate_series(1, ${invoices}) n;
    alter table invoice_lines enable trigger user;
    insert into stock_documents (id, kind, recorded_by) select ${id('8004', 'n')}, 'sale', '${userId}' from generate_series(1, ${invoices}) n;
    insert into stock_movements (id, document_id, item_id, lot_id, quantity, from_location, to_location, reason, value, occurred_at,
      recorded_by, source_line)
    select ${id('8006', 'n')}, ${id('8004', `1 + n % ${invoices}`)}, ${id('8001', 'lot')}, ${id('8002', 'lot')},
      case when n % 2 = 0 then 3 else 1 end,
      case when n % 2 = 0 then '${sides.supplier}' else ${main} end, case when n % 2 = 0 then ${main} else '${sides.consumption}' end,
      case when n % 2 = 0 then 'received' else 'sold' end, 1, now() - interval '1 second' * (${rows} - n), '${userId}',
      case when n % 2 = 1 then ${id('8005', `1 + n % ${invoices}`)} end
    from generate_series(1, ${rows}) n, lateral (select case when n % 20 = 1 then 1 when n % 100 = 3 then 2 else 3 + n / 7 % ${items - 2} end as lot) chosen;
    insert into stock_balances (id, item_id, lot_id, location_id, on_hand)
    select gen_random_uuid(), item_id, lot_id, ${main}, greatest(0, sum(case when reason = 'received' then quantity else -quantity end))
    from stock_movements group by item_id, lot_id;
    update items set on_hand = stock_balances.on_hand from stock_balances where item_id = items.id;
    analyze`)
}
