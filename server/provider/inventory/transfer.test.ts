import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createItem,
  createLocation,
  getItem,
  listLevels,
  listLocations,
  quarantineLot,
  receiveStock,
  reverseMovements,
  transferStock,
} from '#contract'
import { newId } from '#platform'
import { meeting, onDatabase, onPostgres, refusal, type TestApp } from '#testing'
import { assertBooks } from './testing/books.ts'

onDatabase('transfers', (app) => {
  const member = () => app().as('member')
  const levels = async (itemId: string) =>
    (await member().call(listLevels, { itemId })).data.map(({ lot, locationName, onHand }) =>
      [lot, locationName, onHand].join(' '),
    )

  test('move stock and its lots to another location, and back when reversed', async () => {
    const { itemId, main, ward } = await stocked(app(), 'TR-1')
    const plain = await member().call(createItem, { sku: 'TR-1b', name: 'Plain', unit: 'box' })
    const line = { itemId: plain.id, quantity: 4, unitCost: '2.50' }
    await member().call(receiveStock, { supplier: 'Acme', deliveryNote: 'TR-1b', lines: [line] })
    const before = await member().call(getItem, { itemId: plain.id })
    const moved = await member().call(transferStock, {
      from: main,
      to: ward,
      note: 'For the weekend',
      lines: [
        { itemId, quantity: 6 },
        { sku: 'TR-1b', quantity: '1.5' },
      ],
    })
    assert.deepEqual(
      moved.movements.map(({ lot, quantity, from, to, reason }) => [lot, quantity, from.id, to.id, reason]),
      [
        ['A', '5', main, ward, 'transferred'],
        ['B', '1', main, ward, 'transferred'],
        [null, '1.5', main, ward, 'transferred'],
      ],
    )
    assert.deepEqual(
      moved.levels.map(({ lot, locationId, onHand, itemOnHand }) => [
        lot,
        locationId === ward,
        onHand,
        itemOnHand,
      ]),
      [
        ['A', false, '0', '15'],
        ['A', true, '5', '15'],
        ['B', false, '4', '15'],
        ['B', true, '1', '15'],
        [null, false, '2.5', '4'],
        [null, true, '1.5', '4'],
      ],
    )
    assert.deepEqual(await member().call(getItem, { itemId: plain.id }), before)
    assert.deepEqual(await levels(itemId), ['A TR-1 ward 5', 'B Main 4', 'B TR-1 ward 1', 'old Main 5'])
    const documentId = moved.transferId
    await member().call(reverseMovements, { documentId })
    assert.deepEqual(await levels(itemId), ['A Main 5', 'B Main 5', 'old Main 5'])
    await refusal(member().call(reverseMovements, { documentId }), 'already_reversed')
    await assertBooks(app())
  })

  test('take what expires first, but nothing expired unless the line names the lot', async () => {
    const { itemId, main, ward } = await stocked(app(), 'TR-2')
    const move = (quantity: number, lot?: string) =>
      member().call(transferStock, {
        from: main,
        to: ward,
        lines: [{ itemId, quantity, ...(lot && { lot }) }],
      })
    await refusal(move(11), 'insufficient_stock')
    await move(5, 'OLD')
    await move(10)
    assert.deepEqual(await levels(itemId), ['A TR-2 ward 5', 'B TR-2 ward 5', 'old TR-2 ward 5'])
  })

  test('happen whole or not at all, and name everything that is wrong', async () => {
    const { itemId, lotId, main, ward } = await stocked(app(), 'TR-3')
    await member().call(quarantineLot, { lotId, reason: 'Recalled' })
    const { errors } = await refusal(
      member().call(transferStock, {
        from: main,
        to: ward,
        lines: [
          { itemId, quantity: 1, lot: 'a' },
          { itemId, quantity: 1, lot: 'C' },
          { itemId, quantity: 6, lot: 'B' },
          { sku: 'nothing', quantity: 1 },
          { itemId, quantity: 1, lot: 'B' },
        ],
      }),
      'lot_quarantined',
    )
    const paths = ['lines[0].lot', 'lines[1].lot', 'lines[2].quantity', 'lines[3].sku', 'lines[4].quantity']
    assert.deepEqual(
      errors?.map(({ path }) => path),
      paths,
    )
    const lines = [{ itemId, quantity: 1, lot: 'B' }]
    const place = async (from: string, to: string, code: 'validation_failed' | 'location_not_found') =>
      (await refusal(member().call(transferStock, { from, to, lines }), code)).errors?.map(({ path }) => path)
    assert.deepEqual(await place(main, main, 'validation_failed'), ['to'])
    assert.deepEqual(await place(newId(), newId(), 'location_not_found'), ['to', 'from'])
    const { data } = await member().call(listLocations, { kind: 'supplier' })
    assert.deepEqual(await place(data[0]!.id, ward, 'location_not_found'), ['from'])
    assert.deepEqual(await place(main, data[0]!.id, 'location_not_found'), ['to'])
    assert.deepEqual(await levels(itemId), ['A Main 5', 'B Main 5', 'old Main 5'])
  })

  test('cannot be reversed once the stock has left again', async () => {
    const { itemId, main, ward } = await stocked(app(), 'TR-4')
    const lines = [{ itemId, quantity: 5, lot: 'A' }]
    const { transferId } = await member().call(transferStock, { from: main, to: ward, lines })
    await member().call(transferStock, { from: ward, to: main, lines: [{ itemId, quantity: 1, lot: 'A' }] })
    await refusal(member().call(reverseMovements, { documentId: transferId }), 'insufficient_stock')
    await member().call(transferStock, { from: main, to: ward, lines: [{ itemId, quantity: 1, lot: 'A' }] })
    await member().call(reverseMovements, { documentId: transferId })
  })
})

onPostgres('simultaneous transfers', (app) => {
  test('two transfers of the same stock do not move it twice', async () => {
    const { itemId, main, ward } = await stocked(app(), 'TR-5')
    const move = () =>
      app()
        .as('member')
        .call(transferStock, { from: main, to: ward, lines: [{ itemId, quantity: 3, lot: 'A' }] })
    const lock = `select from items where id = '${itemId}' for no key update`
    const outcomes = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.allSettled([move(), move()]),
    )
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') await refusal(Promise.reject(outcome.reason), 'insufficient_stock')
    await assertBooks(app())
  })
})

/** Creates an item with 5 in lots A, B (which expires later) and old (which has expired), and a second location. */
async function stocked(app: TestApp, sku: string) {
  const member = app.as('member')
  const { id: itemId } = await member.call(createItem, { sku, name: sku, unit: 'box', expiryTracking: true })
  const ward = await member.call(createLocation, { name: `${sku} ward` })
  const lot = (lot: string, expiresOn: string) => ({
    itemId,
    lot,
    expiresOn,
    quantity: 5,
    unitCost: '1.25',
    acceptExpired: true,
  })
  const { levels } = await member.call(receiveStock, {
    supplier: 'Acme',
    deliveryNote: sku,
    lines: [lot('A', '2999-01-31'), lot('B', '2999-02-28'), lot('old', '2020-01-31')],
  })
  return { itemId, lotId: levels[0]!.lotId!, main: levels[0]!.locationId, ward: ward.id }
}
