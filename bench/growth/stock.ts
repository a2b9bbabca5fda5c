import { sendAll } from '../load.ts'
import { callTo, fillClinic } from '../provider/clinic.ts'
import { idAt, type Prepare, progress } from './subject.ts'

const items = 300
const linesOfDocument = 10
const insertedAtOnce = 10
const item = (n: string) => `('01900000-0000-7000-8001-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const lot = (n: string) => `('01900000-0000-7000-8007-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** Three years of movements of 300 items, evenly. A third are of lots; lot 0 had its few in the first days. */
export const stock: Prepare = async (desk, db, rows) => {
  await fillClinic(db, desk.ownerId)
  await desk.pool.query(
    `insert into lots (id, item_id, name) select ${lot('n')}, ${item('n + 1')}, 'LOT-' || n from generate_series(0, ${items - 1}) n`,
  )
  const at = `now() - interval '1 day' - interval '3 years' * (1 - ${progress(rows)})`
  const document = (n: string) =>
    `('01900000-0000-7000-8008-' || lpad(to_hex((${n}) / ${linesOfDocument}), 12, '0'))::uuid`
  const page = '/api/inventory/movements?limit=50'
  return {
    tables: ['stock_movements', 'stock_documents'],
    async fill(client, from, to) {
      await client.query(
        `insert into stock_documents (id, kind, recorded_by, occurred_at)
        select ${document('n')}, 'adjustment', $1, ${at} from generate_series($2::int, $3::int - 1, ${linesOfDocument}) as n`,
        [desk.ownerId, from, to],
      )
      await client.query(
        `insert into stock_movements (id, document_id, item_id, lot_id, quantity, from_location, to_location, reason, occurred_at, recorded_by)
        select ${idAt(at)}, ${document('n')}, ${item('which + 1')}, case when n % 3 = 0 then ${lot('which')} end, 1,
          (select id from locations where kind = 'variance'), (select id from locations where is_default), 'found', ${at}, $1
        from generate_series($2::int, $3::int - 1) as n,
          lateral (select case when n < 30 and n % 3 = 0 then 0 else 1 + n % ${items - 1} end as which) as chosen`,
        [desk.ownerId, from, to],
      )
    },
    insert: {
      name: `${insertedAtOnce} receipts of 3 lines over HTTP`,
      run: () => {
        let left = insertedAtOnce
        const next = () => (left-- > 0 ? callTo('receive', desk.token, left, crypto.randomUUID()) : undefined)
        return sendAll(
          desk.url,
          next,
          (_, status) => {
            if (status !== 201) throw new Error(`A response has status ${status}`)
          },
          1,
        )
      },
    },
    pages: {
      'newest movements': page,
      'of an item': `${page}&itemId=01900000-0000-7000-8001-00000000000a`,
      'of a lot': `${page}&lot=LOT-9`,
      'of a lot of the first days': `${page}&lot=LOT-0`,
      'of a document': `${page}&documentId=01900000-0000-7000-8008-000000000001`,
    },
    deletions: [],
  }
}
