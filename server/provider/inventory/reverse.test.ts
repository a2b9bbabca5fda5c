import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjustStock, createItem, getItem, receiveStock, reverseMovements } from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'

onDatabase('reversals', (app) => {
  const member = () => app().as('member')
  const item = (sku: string, more: object = {}) =>
    member().call(createItem, { sku, name: `Item ${sku}`, unit: 'box', ...more })
  const receive = (deliveryNote: string, ...lines: object[]) =>
    member().call(receiveStock, { supplier: 'Acme', deliveryNote, lines: lines as never })
  const stockOf = async (itemId: string) => {
    const { onHand, averageCost } = await member().call(getItem, { itemId })
    return [onHand, averageCost]
  }

  test('a receipt is reversed completely, with its share of the average cost, and once', async () => {
    const { id: itemId } = await item('V-1', { lotTracking: true })
    await receive('V-1', { itemId, quantity: 3, lot: 'A', unitCost: '1.1' })
    const second = await receive(
      'V-2',
      { itemId, quantity: 7, lot: 'A', unitCost: '9.99' },
      { itemId, quantity: 1, lot: 'B' },
    )
    const before = await stockOf(itemId)
    assert.deepEqual(before, ['11', '7.323'])
    const reversal = await member().call(reverseMovements, {
      documentId: second.receiptId,
      note: 'Wrong box',
    })
    assert.deepEqual(
      reversal.movements.map(({ lot, quantity, from, to, reason, reverses }) => [
        lot,
        quantity,
        from.name,
        to.name,
        reason,
        reverses,
      ]),
      [
        ['A', '7', 'Main', 'Supplier', 'reversed', second.movements[0]?.id],
        ['B', '1', 'Main', 'Supplier', 'reversed', second.movements[1]?.id],
      ],
    )
    assert.equal(reversal.reverses, second.receiptId)
    assert.deepEqual(await stockOf(itemId), ['3', '1.1'])
    await refusal(member().call(reverseMovements, { documentId: second.receiptId }), 'already_reversed')
    await refusal(member().call(reverseMovements, { documentId: reversal.reversalId }), 'not_reversible')
    await refusal(member().call(reverseMovements, { documentId: newId() }), 'document_not_found')
  })

  test('a reversed delivery is not answered as received when it is posted again', async () => {
    const { id: itemId } = await item('V-0')
    const deliver = () => receive('V-0', { itemId, quantity: 3 })
    const { receiptId } = await deliver()
    await member().call(reverseMovements, { documentId: receiptId })
    const { detail, errors } = await refusal(deliver(), 'delivery_note_reused')
    assert.match(detail, /already received and reversed/)
    assert.equal(errors?.[0]?.path, 'deliveryNote')
    assert.deepEqual(await stockOf(itemId), ['0', null])
  })

  test('an adjustment is reversed, even one that changed nothing', async () => {
    const { id: itemId } = await item('V-3')
    const adjust = (quantity: number) =>
      member().call(adjustStock, { mode: 'count', reason: 'recount', lines: [{ itemId, quantity }] })
    const first = await adjust(5)
    const second = await adjust(5)
    const { movements } = await member().call(reverseMovements, { documentId: second.adjustmentId })
    assert.deepEqual(movements, [])
    await member().call(reverseMovements, { documentId: first.adjustmentId })
    assert.deepEqual(await stockOf(itemId), ['0', null])
  })

  test('a receipt whose stock is used up cannot be reversed, not even in part', async () => {
    const { id: itemId } = await item('V-4', { lotTracking: true })
    const { receiptId } = await receive(
      'V-4',
      { itemId, quantity: 3, lot: 'A' },
      { itemId, quantity: 3, lot: 'B' },
    )
    await member().call(adjustStock, {
      mode: 'delta',
      reason: 'consumed',
      lines: [{ itemId, lot: 'B', quantity: -1 }],
    })
    const { errors } = await refusal(
      member().call(reverseMovements, { documentId: receiptId }),
      'insufficient_stock',
    )
    assert.deepEqual(errors, [
      {
        path: 'movements[1].quantity',
        message: 'Not enough of lot B of V-4 in Main: 3 needed, 2 on hand',
      },
    ])
    assert.deepEqual(await stockOf(itemId), ['5', null])
  })
})
