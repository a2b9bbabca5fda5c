import { createHash } from 'node:crypto'
import type { TestApp } from '../app.ts'
import type { Life } from '../life.ts'
import { type Break, made } from './break.ts'

const sideways = '00000000-0000-7000-8000-000000000004'
const supplier = '00000000-0000-7000-8000-000000000002'

export const inventoryBreaks = (life: Life, { people }: TestApp): Break[] => [
  {
    says: 'Every movement goes between stock and the side of the books that its document is about',
    rows: [
      { sql: `select 'stock_movements ' || id from stock_movements where document_id = '${life.last}'` },
    ],
    sql: [`update stock_movements set to_location = '${sideways}' where document_id = '${life.last}'`],
  },
  {
    says: 'A movement is its document’s: of the same time, by the same person',
    rows: [
      { sql: `select 'stock_movements ' || id from stock_movements where document_id = '${life.last}'` },
    ],
    sql: [
      `update stock_movements set occurred_at = occurred_at - interval '1 day' where document_id = '${life.last}'`,
    ],
  },
  {
    says: 'Receipts, sales and returns move something',
    rows: [`stock_documents ${made}`],
    sql: [
      `insert into stock_documents (id, kind, supplier, delivery_note, delivery_key, recorded_by)
       values ('${made}', 'receipt', 'Nobody', '1', '\\x${createHash('sha256').digest('hex')}', '${people.owner.id}')`,
    ],
  },
  {
    says: 'A reversal takes back every movement of a receipt or an adjustment, and nothing else',
    rows: [
      {
        sql: `select 'stock_documents ' || id from stock_documents where reverses = '${life.reversedReceipt}'`,
      },
      { sql: `select 'stock_movements ' || id from stock_movements where reverses is not null` },
    ],
    sql: ['update stock_movements set reverses = null where reverses is not null'],
  },
  {
    says: 'What is tracked by lots moves in lots, and what expires in lots that do',
    rows: [
      {
        sql: `select 'stock_movements ' || m.id from stock_movements m join lots l on l.id = m.lot_id where l.name = 'B'`,
      },
    ],
    sql: [`update lots set expires_on = null where name = 'B'`],
  },
  {
    says: 'What is on hand is what the movements come to, and nowhere less than zero',
    rows: [{ sql: `select 'stock_balances ' || id from stock_balances where item_id = '${life.gloves}'` }],
    sql: [
      `update stock_balances set on_hand = on_hand + 1 where item_id = '${life.gloves}'`,
      `update items set on_hand = on_hand + 1 where id = '${life.gloves}'`,
    ],
  },
  {
    says: 'Stock is kept at stock locations only',
    rows: [`stock_balances ${made}`],
    sql: [`insert into stock_balances values ('${made}', '${life.gloves}', null, '${supplier}', 0)`],
  },
  {
    says: 'What is on hand of an item is the sum over its lots and locations',
    rows: [`items ${life.gloves}`],
    sql: [`update items set on_hand = on_hand + 1 where id = '${life.gloves}'`],
  },
  {
    says: 'The average cost of an item is what its receipts lead to',
    rows: [`items ${life.gloves}`],
    sql: [`update items set average_cost = average_cost + 0.000001 where id = '${life.gloves}'`],
  },
]
