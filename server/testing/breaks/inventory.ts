import { createHash } from 'node:crypto'
import type { TestApp } from '../app.ts'
import type { Life } from '../life.ts'
import { type Break, changed, made, rowsOf } from './break.ts'

const sideways = '00000000-0000-7000-8000-000000000004'
const supplier = '00000000-0000-7000-8000-000000000002'

const worth = 'The movements of an item add up to its stock at the average cost'

export const inventoryBreaks = (life: Life, { people }: TestApp): Break[] => [
  {
    rule: 'Every movement is between stock and the side of the ledger for its kind of document',
    ...changed('stock_movements', `document_id = '${life.last}'`, `to_location = '${sideways}'`),
  },
  {
    rule: 'A movement has the time and user of its document',
    ...changed(
      'stock_movements',
      `document_id = '${life.last}'`,
      `occurred_at = occurred_at - interval '1 day'`,
    ),
  },
  {
    rule: 'Receipts, transfers, sales and returns have movements',
    rows: [`stock_documents ${made}`],
    sql: [
      `insert into stock_documents (id, kind, supplier, delivery_note, delivery_key, recorded_by)
       values ('${made}', 'receipt', 'Nobody', '1', '\\x${createHash('sha256').digest('hex')}', '${people.owner.id}')`,
    ],
  },
  {
    rule: 'A reversal reverses every movement of one receipt, adjustment or transfer, and no others',
    rows: [
      rowsOf('stock_documents', `reverses = '${life.reversedReceipt}'`),
      rowsOf('stock_movements', 'reverses is not null'),
    ],
    sql: ['update stock_movements set reverses = null where reverses is not null'],
  },
  {
    rule: 'Items with lot tracking move in lots, and items with expiry tracking in lots with an expiry',
    rows: [
      {
        sql: `select 'stock_movements ' || m.id from stock_movements m join lots l on l.id = m.lot_id where l.name = 'B'`,
      },
    ],
    sql: [`update lots set expires_on = null where name = 'B'`],
  },
  {
    rule: 'Every balance is the sum of its movements and not negative',
    rows: [rowsOf('stock_balances', `item_id = '${life.gloves}'`)],
    sql: [
      `update stock_balances set on_hand = on_hand + 1 where item_id = '${life.gloves}'`,
      `update items set on_hand = on_hand + 1 where id = '${life.gloves}'`,
    ],
    also: [{ rule: worth, rows: [`items ${life.gloves}`] }],
  },
  {
    rule: 'Only stock locations have balances',
    rows: [`stock_balances ${made}`],
    sql: [`insert into stock_balances values ('${made}', '${life.gloves}', null, '${supplier}', 0)`],
  },
  {
    rule: 'The total of an item is the sum of its balances',
    ...changed('items', `id = '${life.gloves}'`, 'on_hand = on_hand + 1'),
    also: [{ rule: worth, rows: [`items ${life.gloves}`] }],
  },
  {
    rule: 'The average cost of an item follows from its receipts',
    ...changed('items', `id = '${life.gloves}'`, 'average_cost = average_cost + 0.000001'),
    also: [{ rule: worth, rows: [`items ${life.gloves}`] }],
  },
  {
    rule: worth,
    rows: [`items ${life.gloves}`],
    sql: [
      `update stock_movements set value = value + 1 where id =
       (select id from stock_movements where item_id = '${life.gloves}' order by id limit 1)`,
    ],
  },
  {
    rule: 'Names of the lots of an item differ in more than case',
    rows: [{ sql: `select 'lots ' || least(id::text, '${made}') from lots where name = 'B'` }],
    sql: [
      'drop index lots_once',
      'create index lots_once on lots (item_id, lot_key(name))',
      `insert into lots (id, item_id, name, expires_on) select '${made}', item_id, 'b', expires_on from lots where name = 'B'`,
    ],
  },
]
