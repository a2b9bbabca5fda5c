import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjustStock, createItem, createLocation, listLevels, listMovements, receiveStock } from '#contract'
import { onDatabase } from '#testing'

onDatabase('names of lots', (app) => {
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
