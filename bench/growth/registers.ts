import pg from 'pg'
import { startApp } from '#app'
import { readConfig } from '#config'
import { operations } from '#contract'
import { signInHeaders } from '#testing'
import type { Postgres } from '../../server/testing/postgres.ts'
import { testSettings } from '../../server/testing/settings.ts'
import { clinic } from '../duplicates/clinic.ts'
import { store } from '../duplicates/store.ts'
import { type Installation, startInstallation } from '../installation.ts'
import type { Print } from '../load.ts'
import { blocksOf } from './pages.ts'
import { idAt } from './subject.ts'

const sizes = [300_000, 1_000_000]
const storedAtOnce = 50_000
/** A call may read so many blocks of 8 kB. */
const most = 2000
/** Other bounds, and why. */
const bounds: Record<string, { blocks: number; reason: string }> = {
  'records.search': {
    blocks: 2500,
    reason: 'looks for each kind of record by indexes of its own, and shows up to 200 patients',
  },
  'billing.listInvoices': {
    blocks: 20_000,
    reason: 'reads the invoices in their order until enough have a common text',
  },
  'billing.listPayments': {
    blocks: 20_000,
    reason: 'reads the payments in their order until enough have a common text',
  },
}

/** Searches at key strokes, with mistakes and in other orders. The clinic has these names. */
const searched = [
  'Maria',
  'Maria Halbach',
  'Halbach Maria',
  'Mariia Halbahc',
  'Mueller',
  'Halb',
  'ma',
  'm',
  'Haebach',
  'Lindenweg 3',
  'Lindenweg',
  '1980-01-02',
  'Halbach 1980-01-02',
  '0301',
  'INV-000123',
]
const withSearches = [
  '/api/patients',
  '/api/search',
  '/api/billing/invoices',
  '/api/billing/payments',
  '/api/billing/credit-notes',
]

/**
 * Prints how many blocks each operation that reads looks at in a clinic with so many patients, and a third more invoices and payments.
 * @throws Error if one looks at more than its bound
 */
export async function registers(print: Print, postgres: Postgres): Promise<void> {
  const tooMany: string[] = []
  for (const size of sizes) {
    const url = await postgres.createDatabase()
    {
      await using desk = await startInstallation(url)
      const ids = await fill(desk, size)
      print(`registers: ${size.toLocaleString('en')} patients`)
      const client = new pg.Client(url)
      await client.connect()
      const app = await startApp(readConfig(testSettings(desk.settings)))
      const headers = await signInHeaders(app.address, 'owner@aerie.test')
      for (const { id, path } of calls(ids)) {
        const response = await fetch(`${app.address}${path}`, { headers })
        if (!response.ok) {
          print(`  ${id}: not measured, because it returns ${response.status}`)
          continue
        }
        const open = async () => (await fetch(`${app.address}${path}`, { headers })).arrayBuffer()
        const blocks = await blocksOf(client, open)
        print(`  ${id} ${path}: ${blocks} blocks`)
        const { blocks: bound, reason = '' } = bounds[id] ?? { blocks: most }
        if (blocks > bound) tooMany.push(`${id} ${path}: ${blocks} blocks, more than ${bound} ${reason}`)
      }
      await app.stop()
      await client.end()
    }
    await postgres.dropDatabase(url)
  }
  if (tooMany.length > 0) throw new Error(tooMany.join('\n'))
}

/** The calls of all operations that read these records, or none, and return JSON. */
function* calls(ids: Record<string, string>): Generator<{ id: string; path: string }> {
  for (const { id, method, path, result } of operations) {
    if (method !== 'GET' || 'media' in result) continue
    const filled = path.replace(/:(\w+)/g, (whole, name) => ids[name] ?? whole)
    if (filled.includes(':')) continue
    if (path !== '/api/search') yield { id, path: filled }
    if (withSearches.includes(path))
      for (const q of searched) yield { id, path: `${filled}?q=${encodeURIComponent(q)}` }
  }
}

/** Adds patients, invoices and payments, and returns ids by the names of parameters. */
async function fill({ pool, ownerId }: Installation, size: number): Promise<Record<string, string>> {
  const people = clinic(size, 20_240_229)
  for (let at = 0; at < size; at += storedAtOnce) await store(pool, people.slice(at, at + storedAtOnce))
  const seller = { name: 'Clinic', address: { line: 'A 1', city: 'B', postalCode: '1', country: 'DE' } }
  const nowhere = { line: null, city: null, region: null, postalCode: null, country: null }
  const billTo = { ...nowhere, email: null, electronicAddress: null, taxId: null, patientName: '' }
  const at = `now() - interval '2 years' * (1 - n / ${size * (4 / 3)})`
  await pool.query('set statement_timeout = 0')
  for (const table of ['invoices', 'payments']) await pool.query(`alter table ${table} disable trigger user`)
  await pool.query(
    `insert into invoices (id, series, ordinal, number, status, patient_id, bill_to, seller, currency, tax_mode, issue_date,
      due_date, day, net, discount, tax, gross, paid, tax_breakdown, created_by, issued_at, issued_by)
    select ${idAt(at)}, 'INV', n, 'INV-' || lpad(n::text, 7, '0'), case when n % 4 = 0 then 'issued' else 'paid' end, id,
      $2::jsonb || jsonb_build_object('name', concat_ws(' ', given_name, family_name)), $3, 'EUR', 'exclusive',
      (${at})::date, (${at})::date + 14, (${at})::date, 60, 0, 0, 60, case when n % 4 = 0 then 0 else 60 end, '[]', $1, ${at}, $1
    from (
      select row_number() over () as n, patient.* from (
        select * from patients, generate_series(1, 2) order by random() limit ${Math.round((size * 4) / 3)}) patient) patient`,
    [ownerId, JSON.stringify(billTo), JSON.stringify(seller)],
  )
  await pool.query(
    `insert into payments (id, invoice_id, currency, invoice_text, amount, method, received_on, recorded_at, recorded_by)
    select ${idAt('issued_at')}, id, currency, number || ' ' || billed_to, 60, 'card', day, issued_at, $1 from invoices where status = 'paid'`,
    [ownerId],
  )
  for (const table of ['invoices', 'payments']) await pool.query(`alter table ${table} enable trigger user`)
  await pool.query('vacuum analyze')
  const { rows } = await pool.query<Record<string, string>>(
    `select patient_id as "patientId", id as "invoiceId" from invoices where status = 'issued' order by id desc limit 1`,
  )
  return { ...rows[0]!, userId: ownerId }
}
