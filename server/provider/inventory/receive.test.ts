import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createItem, createLocation, getItem, listLevels, listMovements, receiveStock } from '#contract'
import { onDatabase, refusal } from '#testing'

onDatabase('deliveries', (app) => {
  const member = () => app().as('member')
  const item = (sku: string, more: object = {}) =>
    member().call(createItem, { sku, name: `Item ${sku}`, unit: 'box', ...more })
  const onHand = async (itemId: string) => (await member().call(getItem, { itemId })).onHand
  const expiring = { expiryTracking: true }

  test('a delivery adds stock lot by lot', async () => {
    const { id: itemId } = await item('R-1', expiring)
    const lines = [
      { sku: 'R-1', quantity: '10', lot: 'A', expiresOn: '2999-01-31', unitCost: '2.50' },
      { itemId, quantity: 2.5, lot: 'B', expiresOn: '2999-02-28' },
    ]
    const delivery = { supplier: 'Acme', deliveryNote: 'R-1', receivedAt: '2026-01-31T09:30:00+01:00', lines }
    const { receiptId, movements, levels } = await member().call(receiveStock, delivery)
    assert.deepEqual(
      movements.map(({ lot, quantity, from, to, reason, unitCost }) => [
        lot,
        quantity,
        from.kind,
        to.name,
        reason,
        unitCost,
      ]),
      [
        ['A', '10', 'supplier', 'Main', 'received', '2.5'],
        ['B', '2.5', 'supplier', 'Main', 'received', null],
      ],
    )
    assert.deepEqual(
      levels.map((level) => [level.lot, level.expiresOn, level.onHand, level.itemOnHand, level.averageCost]),
      [
        ['A', '2999-01-31', '10', '12.5', '2.5'],
        ['B', '2999-02-28', '2.5', '12.5', '2.5'],
      ],
    )
    assert.equal(movements[0]?.occurredAt, '2026-01-31T08:30:00.000Z')
    assert.deepEqual(movements[0]?.recordedBy, { id: app().people.member.id, name: 'The member' })
    const ledger = await member().call(listMovements, { documentId: receiptId })
    assert.deepEqual(ledger.data.toReversed(), movements)
    assert.deepEqual((await member().call(listLevels, { itemId })).data, levels)
  })

  test('a delivery posted twice counts once and gets the first response again', async () => {
    const { id: itemId } = await item('R-2', { ...expiring, gtin: '4006381333931' })
    const line = { quantity: '5', lot: 'A', expiresOn: '2999-01-31', unitCost: '1.10' }
    const other = { ...line, lot: 'B', quantity: '1' }
    const delivery = { supplier: 'Acme', deliveryNote: 'Twice 1' }
    const first = await member().call(receiveStock, {
      ...delivery,
      lines: [
        { ...line, sku: 'R-2' },
        { ...other, sku: 'R-2' },
      ],
    })
    const again = await app().fetch('/api/inventory/receive', {
      method: 'POST',
      headers: { ...app().people.member.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        supplier: ' ACME',
        deliveryNote: 'twice  1',
        lines: [
          { ...other, itemId },
          { ...line, gtin: '04006381333931', quantity: '5.00' },
        ],
      }),
    })
    assert.equal(again.status, 200)
    assert.deepEqual(await again.json(), first)
    assert.equal(await onHand(itemId), '6')
  })

  test('a reused delivery note with other content is refused', async () => {
    const { id: itemId } = await item('R-3', { lotTracking: true })
    const elsewhere = await member().call(createLocation, { name: 'Elsewhere' })
    const line = { itemId, quantity: '5', lot: 'A', unitCost: '1' }
    const delivery = { supplier: 'Acme', deliveryNote: 'R-3', lines: [line] }
    await member().call(receiveStock, delivery)
    for (const other of [
      { lines: [{ ...line, quantity: '6' }] },
      { lines: [{ ...line, lot: 'B' }] },
      { lines: [{ ...line, unitCost: '2' }] },
      { lines: [{ ...line, expiresOn: '2999-01-31' }] },
      { lines: [line, line] },
      { lines: [{ ...line, itemId: undefined, sku: 'Nothing' }] },
      { locationId: elsewhere.id },
      { receivedAt: '2026-01-31T09:30:00Z' },
    ]) {
      await refusal(member().call(receiveStock, { ...delivery, ...other }), 'delivery_note_reused')
    }
    assert.equal(await onHand(itemId), '5')
    await member().call(receiveStock, { ...delivery, supplier: 'Another' })
    assert.equal(await onHand(itemId), '10')
  })

  test('all problems of a delivery are reported together, and nothing is recorded', async () => {
    const { id: itemId } = await item('R-4', expiring)
    const { id: plainId } = await item('R-5')
    const receive = (...lines: object[]) =>
      member().call(receiveStock, { supplier: 'Acme', deliveryNote: 'R-4', lines: lines as never })
    await refusal(receive({ itemId, sku: 'R-4', quantity: 1, lot: 'A' }), 'validation_failed')
    const good = { itemId, quantity: 1, lot: 'A', expiresOn: '2999-01-31' }
    const { errors } = await refusal(
      receive(
        good,
        { ...good, expiresOn: '2999-02-28' },
        { itemId, quantity: 1, lot: 'B' },
        { itemId, quantity: 1, expiresOn: '2999-01-31' },
        { sku: 'No such', quantity: 1 },
        { itemId, quantity: 1, lot: 'C', expiresOn: '2020-01-31' },
        { itemId: plainId, quantity: 1, lot: 'C' },
        { itemId: plainId, quantity: 1, expiresOn: '2999-01-31' },
        { ...good, locationId: '00000000-0000-7000-8000-000000000004' },
        { quantity: 1 },
      ),
      'lot_expiry_differs',
    )
    assert.deepEqual(
      errors?.map(({ path }) => path),
      [
        'lines[1].expiresOn',
        'lines[2].expiresOn',
        'lines[3].lot',
        'lines[4].sku',
        'lines[5].expiresOn',
        'lines[6].lot',
        'lines[7].expiresOn',
        'lines[8].locationId',
        'lines[9].itemId',
      ],
    )
    assert.equal(await onHand(itemId), '0')
    assert.deepEqual((await receive(good)).levels[0]?.onHand, '1')
  })

  test('the average cost is that of all stock received with a cost', async () => {
    const { id: itemId } = await item('R-7')
    let note = 0
    const receive = async (...lines: object[]) => {
      await member().call(receiveStock, {
        supplier: 'Acme',
        deliveryNote: `R-7 ${note++}`,
        lines: lines.map((line) => ({ itemId, ...line })) as never,
      })
      return (await member().call(getItem, { itemId })).averageCost
    }
    assert.equal(await receive({ quantity: 4 }), null)
    assert.equal(await receive({ quantity: 6, unitCost: '2' }), '2')
    assert.equal(await receive({ quantity: 10, unitCost: '4' }, { quantity: 10, unitCost: '5' }), '3.666667')
    assert.equal(await receive({ quantity: 10 }), '3.666667')
  })

  test('a delivery in the future, or too large to store, is refused', async () => {
    const { id: itemId } = await item('R-8')
    const delivery = { supplier: 'Acme', deliveryNote: 'R-8', lines: [{ itemId, quantity: '999999999999' }] }
    for (const receivedAt of ['2999-01-31T09:30:00Z', '0000-01-01T00:00:00Z']) {
      const { errors } = await refusal(
        member().call(receiveStock, { ...delivery, receivedAt }),
        'validation_failed',
      )
      assert.equal(errors?.[0]?.path, 'receivedAt')
    }
    await member().call(receiveStock, delivery)
    await refusal(member().call(receiveStock, { ...delivery, deliveryNote: 'R-8b' }), 'validation_failed')
    assert.equal(await onHand(itemId), '999999999999')
  })
})
