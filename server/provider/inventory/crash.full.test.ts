import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createItem, getItem, receiveStock } from '#contract'
import { onKillableNode } from '../../testing/kill.ts'

/** The steps at which a trigger holds up a delivery, and whether it is then committed. */
const steps = [
  { step: 'before its head is written', hold: 'before insert on stock_documents', done: false },
  { step: 'between the ledger and the totals', hold: 'before update on items', done: false },
  { step: 'during the commit', hold: 'constraint after insert on stock_movements', done: true },
]

onKillableNode('a delivery and kill -9', (node) => {
  let itemId: string
  let received = 0
  const onHand = async () => Number((await node().client.call(getItem, { itemId })).onHand)

  before(async () => {
    itemId = (await node().client.call(createItem, { sku: 'A-1', name: 'Item', unit: 'box' })).id
  })

  for (const { step, hold, done } of steps) {
    test(`${step}, leaves all of it or nothing, and a retry receives it once`, async () => {
      const delivery = { supplier: 'Acme', deliveryNote: step, lines: [{ itemId, quantity: 5 }] }
      const receive = () => node().client.call(receiveStock, delivery, { idempotencyKey: step })
      await node().killDuring(receive, hold)
      assert.equal(await onHand(), received + (done ? 5 : 0))
      const { receiptId } = await receive()
      received += 5
      assert.equal(await onHand(), received)
      const again = await node().client.call(receiveStock, delivery)
      assert.equal(again.receiptId, receiptId)
      assert.equal(await onHand(), received)
    })
  }

  test('between commit and response, loses nothing: a retry gets the first response', async () => {
    const body = { supplier: 'Acme', deliveryNote: 'Lost answer', lines: [{ itemId, quantity: 5 }] }
    await node().loseAnswer({ path: receiveStock.path, body, idempotencyKey: 'lost answer' })
    assert.equal(await onHand(), received + 5)
  })
})
