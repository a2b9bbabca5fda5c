import { createHash } from 'node:crypto'
import type { TestApp } from '../app.ts'
import type { Life } from '../life.ts'
import { type Break, made } from './break.ts'

const sideways = '00000000-0000-7000-8000-000000000004'
const supplier = '00000000-0000-7000-8000-000000000002'

export const inventoryBreaks = (life: Life, { people }: TestApp): Break[] => [
  {
    says: 'Every movement is between stock and the side of the ledger for its kind of document',
    rows: [
      { sql: `select 'stock_movements ' || id from stock_movements where document_id = '${life.last}'` },
    ],
    sql: [`update stock_movements set to_location = '${sideways}' where document_id = '${life.last}'`],
  },
  {
    says: 'A movement has the time and user of its document',
    rows: [
      { sql: `select 'stock_movements ' || id from stock_movements where document_id = '${life.last}'` },
    ],
    sql: [
      `update stock_movements set occurred_at = occurred_at - interval '1 day' where document_id = '${life.last}'`,
    ],
  },
  {
    says: 'Receipts, sales and returns have movements',
    rows: [`stock_documents ${made}`],
    sql: [
      `insert into stock_documents (id, kind, supplier, delivery_note, delivery_key, recorded_by)
       values ('${made}', 'receipt', 'Nobody', '1', '\\x${createHash('sha256').digest('hex')}', '${people.owner.id}')`,
    ],
  },
  {
    says: 'A reversal reverses every movement of one receipt or adjustment, and no others',
    rows: [
      {
        sql: `select 'stock_documents ' || id from stock_documents where reverses = '${life.reversedReceipt}'`,
      },
      { sql: `select 'stock_movements ' || id from stock_movements where reverses is not null` },
    ],
    sql: ['update stock_movements set reverses = null where reverses is not null'],
  },
  {
    says: 'Items with lot tracking move in lots, and items with expiry tracking in lots with an expiry',
    rows: [
      {
        sql: `select 'stock_movements ' || m.id from stock_movements m join lots l on l.id = m.lot_id where l.name = 'B'`,
      },
    ],
    sql: [`update lots set expires_on = null where name = 'B'`],
  },
  {
    says: 'Every balance is the sum of its movements and not negative',
    rows: [{ sql: `select 'stock_balances ' || id from stock_balances where item_id = '${life.gloves}'` }],
    sql: [
      `update stock_balances set on_hand = on_hand + 1 where item_id = '${life.gloves}'`,
      `update items set on_hand = on_hand + 1 where id = '${life.gloves}'`,
    ],
  },
  {
    says: 'Only stock locations have balances',
    rows: [`stock_balances ${made}`],
    sql: [`insert into stock_balances values ('${made}', '${life.gloves}', null, '${supplier}', 0)`],
  },
  {
    says: 'The total of an item is the sum of its balances',
    rows: [`items ${life.gloves}`],
    sql: [`update items set on_hand = on_hand + 1 where id = '${life.gloves}'`],
  },
  {
    says: 'The average cost of an item follows from its receipts',
    rows: [`items ${life.gloves}`],
    sql: [`update items set average_cost = average_cost + 0.000001 where id = '${life.gloves}'`],
  },
]
