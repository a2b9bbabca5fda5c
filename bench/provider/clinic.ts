import type { Pool } from '#database'
import { postOf, type RequestBytes } from '../load.ts'

/** Each document has other items and another patient. */
export const documents = 100
const linesEach = 3
export const pairs = 24_000

/** SQL for a UUIDv7 of this moment, so that indexes grow as with the server. */
export const freshId = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
  || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`

export type Work = 'receive' | 'adjust' | 'invoice' | 'merge'

/** Adds items with plenty of stock, patients, and pairs of patients to merge, each with an identifier and a draft. */
export async function fillClinic({ pool }: { pool: Pick<Pool, 'query'> }, userId: string): Promise<void> {
  const id = (part: string, n: string) =>
    `('01900000-0000-7000-${part}-' || lpad(to_hex(${n}), 12, '0'))::uuid`
  const item = id('8001', 'n')
  await pool.query(`insert into items (id, sku, name, unit, lot_tracking, expiry_tracking, on_hand, average_cost)
    select ${item}, 'SKU-' || n, 'Item ' || n, 'box', false, false, 1000000000, 1.2
    from generate_series(1, ${documents * linesEach}) n`)
  await pool.query(`insert into stock_balances (id, item_id, location_id, on_hand)
    select ${id('8002', 'n')}, ${item}, (select id from locations where is_default), 1000000000
    from generate_series(1, ${documents * linesEach}) n`)
  await pool.query(`insert into patients (id, given_name, family_name, birth_date, phone, city)
    select ${id('8003', 'n')}, 'Given' || n, 'Family' || n, '1980-01-01'::date + n % 9000, '030 ' || n, 'Berlin'
    from generate_series(1, ${documents}) n`)
  // Patients have many indexes: only so many of them stay within the statement timeout.
  for (let from = 1; from <= pairs * 2; from += 4000) {
    await pool.query(
      `insert into patients (id, given_name, family_name, birth_date)
      select ${id('8004', 'n')}, 'Given' || n % 5000, 'Family' || n / 2, '1980-01-01'::date + n % 9000
      from generate_series($1::int, least($1::int + 3999, ${pairs * 2})) n`,
      [from],
    )
  }
  await pool.query(`insert into patient_identifiers (id, patient_id, position, system, value, use)
    select ${id('8005', 'n')}, ${id('8004', 'n')}, 0, 'mrn', n::text, 'usual' from generate_series(1, ${pairs * 2}) n`)
  await pool.query(
    `insert into invoices (id, series, patient_id, bill_to, currency, tax_mode, day, net, discount, tax, gross, tax_breakdown, created_by)
    select ${id('8006', 'n')}, 'INV', ${id('8004', 'n')}, '{"name": "x"}', 'EUR', 'exclusive', '2026-01-01', 1, 0, 0, 1, '[]', $1
    from generate_series(1, ${pairs * 2}) n`,
    [userId],
  )
  await pool.query('analyze')
}

const itemOf = (document: number, line: number) => idOf('8001', document * linesEach + line + 1)
const idOf = (part: string, n: number) => `01900000-0000-7000-${part}-${n.toString(16).padStart(12, '0')}`
const lineNumbers = Array.from({ length: linesEach }, (_, line) => line)
export const pairOf = (n: number) => ({
  sourceId: idOf('8004', n * 2 + 1),
  targetId: idOf('8004', n * 2 + 2),
})

/** Returns the path and body of a call. @param n the document, or the pair to merge */
export function bodyOf(work: Work, n: number, deliveryNote: string): [path: string, body: object] {
  switch (work) {
    case 'receive': {
      const lines = lineNumbers.map((line) => ({ itemId: itemOf(n, line), quantity: 5, unitCost: '1.25' }))
      return ['/api/inventory/receive', { supplier: 'Medline', deliveryNote, lines }]
    }
    case 'adjust': {
      const lines = lineNumbers.map((line) => ({ itemId: itemOf(n, line), quantity: -1 }))
      return ['/api/inventory/adjust', { mode: 'delta', reason: 'consumed', lines }]
    }
    case 'invoice': {
      const lines = lineNumbers.map((line) => ({
        description: `Treatment ${line}`,
        quantity: 1,
        unitPrice: '68.33',
        ...(line === 0 && { itemId: itemOf(n, line) }),
      }))
      return ['/api/billing/create-invoice', { patientId: idOf('8003', n + 1), lines }]
    }
    case 'merge':
      return ['/api/patients/merge', pairOf(n)]
  }
}

export const callTo = (work: Work, token: string, n: number, deliveryNote: string): RequestBytes => {
  const [path, body] = bodyOf(work, n, deliveryNote)
  return postOf(path, token, body)
}
