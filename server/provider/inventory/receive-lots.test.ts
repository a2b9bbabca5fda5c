import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjustStock,
  createItem,
  dateAt,
  getItem,
  listLevels,
  receiveStock,
  reverseMovements,
  updateSettings,
} from '#contract'
import { onDatabase, refusal } from '#testing'

onDatabase('lots and their expiry', (app) => {
  const member = () => app().as('member')
  const item = (sku: string, more: object = {}) =>
    member().call(createItem, { sku, name: `Item ${sku}`, unit: 'box', ...more })
  const onHand = async (itemId: string) => (await member().call(getItem, { itemId })).onHand
  const expiring = { expiryTracking: true }

  test('a lot has one expiry, which later deliveries need not repeat', async () => {
    const { id: itemId } = await item('R-6', expiring)
    let note = 0
    const receive = (line: object) =>
      member().call(receiveStock, {
        supplier: 'Acme',
        deliveryNote: `R-6 ${note++}`,
        lines: [{ itemId, quantity: 1, lot: 'A', ...line }],
      })
    await receive({ expiresOn: '2999-01-31' })
    await refusal(receive({ expiresOn: '2999-02-01' }), 'lot_expiry_differs')
    assert.equal((await receive({})).levels[0]?.onHand, '2')
    await refusal(receive({ lot: 'Old', expiresOn: '2026-01-01' }), 'expired_on_arrival')
    await receive({ lot: 'Old', expiresOn: '2026-01-01', acceptExpired: true })
    await refusal(receive({ lot: 'Old' }), 'expired_on_arrival')
    assert.equal(await onHand(itemId), '3')
  })

  test('a mistyped expiry is corrected by reversing the receipt and receiving again', async () => {
    const { id: itemId } = await item('R-9', expiring)
    const receive = (deliveryNote: string, expiresOn: string) =>
      member().call(receiveStock, {
        supplier: 'Acme',
        deliveryNote,
        lines: [{ itemId, quantity: 1, lot: 'A', expiresOn }],
      })
    const { receiptId: documentId } = await receive('R-9', '2999-01-31')
    await refusal(receive('R-9b', '2998-01-31'), 'lot_expiry_differs')
    await member().call(reverseMovements, { documentId })
    const { levels } = await receive('R-9b', '2998-01-31')
    assert.deepEqual((await member().call(listLevels, { itemId })).data, levels)
    assert.equal(levels[0]?.expiresOn, '2998-01-31')
    await refusal(receive('R-9c', '2999-01-31'), 'lot_expiry_differs')
  })

  test('a lot found without an expiry gets that of its first delivery', async () => {
    const { id: itemId } = await item('R-10', { lotTracking: true })
    const lines = [{ itemId, quantity: 1, lot: 'A' }]
    await member().call(adjustStock, { mode: 'delta', reason: 'found', lines })
    const receive = (deliveryNote: string, expiresOn: string) =>
      member().call(receiveStock, {
        supplier: 'Acme',
        deliveryNote,
        lines: lines.map((line) => ({ ...line, expiresOn })),
      })
    await receive('R-10', '2999-01-31')
    await refusal(receive('R-10b', '2999-02-28'), 'lot_expiry_differs')
    const { data } = await member().call(listLevels, { itemId })
    assert.deepEqual(
      data.map(({ expiresOn, onHand }) => [expiresOn, onHand]),
      [['2999-01-31', '2']],
    )
  })

  test('a lot can be used until the end of its expiry date, in the organisation’s time zone', async () => {
    const { id: itemId } = await item('R-11', expiring)
    const [last, first] = ['Etc/GMT+12', 'Pacific/Kiritimati']
    const setTimeZone = (timeZone: string) => app().as('admin').call(updateSettings, { timeZone })
    const receivedAt = new Date()
    const expiresOn = dateAt(receivedAt, last)
    const delivery = {
      receivedAt: receivedAt.toISOString(),
      supplier: 'Acme',
      deliveryNote: 'R-11',
      lines: [{ itemId, quantity: 1, lot: 'A', expiresOn }],
    }
    await setTimeZone(first)
    await refusal(member().call(receiveStock, delivery), 'expired_on_arrival')
    await setTimeZone(last)
    await member().call(receiveStock, delivery)
    await setTimeZone('UTC')
  })

  test('expiry on arrival is judged by the date of receipt, not of entry', async () => {
    const { id: itemId } = await item('R-12', expiring)
    const lines = [{ itemId, quantity: 1, lot: 'A', expiresOn: '2026-01-31' }]
    const delivery = { supplier: 'Acme', deliveryNote: 'R-12', lines }
    const receivedAt = '2026-02-01T01:00:00+14:00'
    await app().as('admin').call(updateSettings, { timeZone: 'Pacific/Kiritimati' })
    await refusal(member().call(receiveStock, { ...delivery, receivedAt }), 'expired_on_arrival')
    await app().as('admin').call(updateSettings, { timeZone: 'UTC' })
    await member().call(receiveStock, { ...delivery, receivedAt })
    assert.equal(await onHand(itemId), '1')
  })
})
