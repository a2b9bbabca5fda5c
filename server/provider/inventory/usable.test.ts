import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjustStock,
  createItem,
  createLocation,
  getItem,
  type Input,
  listItems,
  listLevels,
  receiveStock,
} from '#contract'
import { newId } from '#platform'
import { onDatabase } from '#testing'

type Line = Input<typeof receiveStock>['lines'][number]

onDatabase('usable stock', (app) => {
  const member = () => app().as('member')
  const item = (sku: string, more: object = {}) =>
    member().call(createItem, { sku, name: sku, unit: 'box', expiryTracking: true, ...more })
  const receive = (...lines: Line[]) =>
    member().call(receiveStock, { supplier: 'Acme', deliveryNote: newId(), lines })
  const fresh = { lot: 'fresh', expiresOn: '2999-01-31' }
  const expired = { lot: 'expired', expiresOn: '2020-01-31', acceptExpired: true }

  test('ten expired pieces do not keep an item off the reorder list', async () => {
    const { id: itemId } = await item('US-1', { reorderLevel: 5 })
    await receive({ itemId, quantity: 10, ...expired })
    const below = () => member().call(listLevels, { q: 'US-1', below: 'reorder' })
    const [level] = (await below()).data
    assert.deepEqual([level?.onHand, level?.itemOnHand, level?.itemUsable], ['10', '10', '0'])
    await receive({ itemId, quantity: 4, ...fresh })
    assert.deepEqual(
      (await below()).data.map(({ lot, onHand, itemUsable }) => [lot, onHand, itemUsable]),
      [
        ['expired', '10', '4'],
        ['fresh', '4', '4'],
      ],
    )
    await receive({ itemId, quantity: 1, ...fresh })
    assert.deepEqual((await below()).data, [])
  })

  test('documents, items and levels agree on what is usable', async () => {
    const { id: itemId, usable } = await item('US-2')
    const plain = await item('US-3', { expiryTracking: false })
    const ward = await member().call(createLocation, { name: 'US ward' })
    assert.equal(usable, '0')
    const { levels } = await receive(
      { itemId, quantity: 3, ...fresh },
      { itemId, quantity: '0.5', ...fresh, locationId: ward.id },
      { itemId, quantity: 4, ...expired },
      { itemId: plain.id, quantity: 2 },
    )
    assert.deepEqual(
      levels.map((level) => [level.sku, level.itemOnHand, level.itemUsable]),
      [...Array(3).fill(['US-2', '7.5', '3.5']), ['US-3', '2', '2']],
    )
    const { data } = await member().call(listItems, { q: 'US-2' })
    assert.deepEqual(data, [await member().call(getItem, { itemId })])
    assert.deepEqual([data[0]?.onHand, data[0]?.usable], ['7.5', '3.5'])
    const used = await member().call(adjustStock, {
      mode: 'delta',
      reason: 'consumed',
      lines: [{ itemId, quantity: -1 }],
    })
    assert.deepEqual(
      used.levels.map((level) => [level.lot, level.itemUsable]),
      [['fresh', '2.5']],
    )
  })
})
