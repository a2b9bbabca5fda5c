import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { adjustStock, createItem, createLocation, listLevels, listMovements, receiveStock } from '#contract'
import { onEachDatabase, postgres } from '#testing'
import { sinceMigration } from './testing/older-database.ts'

onEachDatabase('names of lots', (app) => {
  const member = () => app().as('member')

  test('ab1 and AB1 are one lot in every document', async () => {
    const { id: itemId } = await member().call(createItem, {
      sku: 'LN-1',
      name: 'Lots',
      unit: 'box',
      lotTracking: true,
    })
    const delivery = {
      supplier: 'Acme',
      deliveryNote: 'LN-1',
      lines: [
        { itemId, quantity: 2, lot: 'ab1', expiresOn: '2999-01-31' },
        { itemId, quantity: 3, lot: 'AB1' },
      ],
    }
    const { receiptId, levels } = await member().call(receiveStock, delivery)
    assert.deepEqual(
      levels.map(({ lot, onHand, expiresOn }) => [lot, onHand, expiresOn]),
      [['ab1', '5', '2999-01-31']],
    )
    const lines = delivery.lines.toReversed().map((line) => ({ ...line, lot: 'Ab1' }))
    const again = await member().call(receiveStock, { ...delivery, lines })
    assert.equal(again.receiptId, receiptId)

    const adjusted = await member().call(adjustStock, {
      mode: 'count',
      reason: 'recount',
      lines: [
        { itemId, lot: 'AB1', quantity: 1, expectedOnHand: 5 },
        { itemId, lot: 'aB1', quantity: 3 },
      ],
    })
    assert.deepEqual(
      adjusted.levels.map(({ lot, onHand }) => [lot, onHand]),
      [['ab1', '4']],
    )
    const { data } = await member().call(listMovements, { itemId, lot: 'AB1' })
    assert.equal(data.length, 3)
  })

  test('a location tells two lines of one lot apart', async () => {
    const { id: itemId } = await member().call(createItem, {
      sku: 'LN-2',
      name: 'Lots',
      unit: 'box',
      lotTracking: true,
    })
    const shelf = await member().call(createLocation, { name: 'LN shelf' })
    await member().call(receiveStock, {
      supplier: 'Acme',
      deliveryNote: 'LN-2',
      lines: [
        { itemId, quantity: 1, lot: 'x' },
        { itemId, quantity: 2, lot: 'X', locationId: shelf.id },
      ],
    })
    const { data } = await member().call(listLevels, { itemId })
    assert.deepEqual(
      data.map(({ lot, locationName, onHand }) => [lot, locationName, onHand]),
      [
        ['x', 'LN shelf', '2'],
        ['x', 'Main', '1'],
      ],
    )
  })
})

const [user, item, other] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000010${n}`)
const lots = {
  ab1: '00000000-0000-7000-8000-000000000201',
  AB1: '00000000-0000-7000-8000-000000000202',
  Ab1: '00000000-0000-7000-8000-000000000203',
  AB2: '00000000-0000-7000-8000-000000000204',
}
const [main, ward, supplier] = [1, 9, 2].map((n) => `00000000-0000-7000-8000-00000000000${n}`)
const document = '00000000-0000-7000-8000-000000000301'

describe('lots from before case was ignored, postgresql', { skip: !postgres && 'needs PostgreSQL' }, () => {
  test('become one lot with the stock of both and the earliest expiry', () =>
    sinceMigration('0032_usable_stock.sql', {
      async fill(pool) {
        await pool.query(`
          insert into users (id, name, email, role) values ('${user}', 'Ada', 'ada@aerie.test', 'owner');
          insert into locations (id, name, kind) values ('${ward}', 'Ward', 'stock');
          insert into items (id, sku, name, unit, lot_tracking, expiry_tracking, on_hand)
            values ('${item}', 'A', 'A', 'box', true, false, 31), ('${other}', 'B', 'B', 'box', true, false, 0);
          insert into lots (id, item_id, name, expires_on, created_at) values
            ('${lots.ab1}', '${item}', 'ab1', '2999-02-28', '2026-01-01'),
            ('${lots.AB1}', '${item}', 'AB1', '2999-01-31', '2026-01-02'),
            ('${lots.Ab1}', '${item}', 'Ab1', null, '2026-01-03'),
            ('${lots.AB2}', '${other}', 'AB1', '2998-01-31', '2026-01-01');
          insert into stock_documents (id, kind, occurred_at, recorded_by)
            values ('${document}', 'adjustment', '2026-01-05', '${user}');
          insert into stock_movements (id, document_id, item_id, lot_id, quantity, from_location, to_location, reason, occurred_at, recorded_by)
          select gen_random_uuid(), '${document}', '${item}', lot::uuid, quantity, '${supplier}', place::uuid, 'found', '2026-01-05', '${user}'
          from (values ('${lots.ab1}', 1, '${main}'), ('${lots.AB1}', 2, '${main}'), ('${lots.AB1}', 4, '${ward}'),
            ('${lots.Ab1}', 8, '${ward}'), ('${lots.Ab1}', 16, '${main}')) as moved (lot, quantity, place);
          insert into stock_balances (id, item_id, lot_id, location_id, on_hand)
          select gen_random_uuid(), item_id, lot_id, to_location, quantity from stock_movements;`)
      },
      async check(pool) {
        const { rows: kept } = await pool.query('select id, name, expires_on from lots order by id')
        assert.deepEqual(kept, [
          { id: lots.ab1, name: 'ab1', expires_on: '2999-01-31' },
          { id: lots.AB2, name: 'AB1', expires_on: '2998-01-31' },
        ])
        const { rows: stock } = await pool.query(
          'select lot_id, location_id, on_hand::float from stock_balances order by location_id',
        )
        assert.deepEqual(stock, [
          { lot_id: lots.ab1, location_id: main, on_hand: 19 },
          { lot_id: lots.ab1, location_id: ward, on_hand: 12 },
        ])
        const { rows: moved } = await pool.query('select distinct lot_id from stock_movements')
        assert.deepEqual(moved, [{ lot_id: lots.ab1 }])
        const twice = `insert into lots (id, item_id, name) values (gen_random_uuid(), '${item}', 'AB1')`
        await assert.rejects(pool.query(twice), /lots_once/)
        await assert.rejects(pool.query('update stock_movements set quantity = 1'), /stock_movements/)
      },
    }))
})
