import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjustStock, createItem, getItem, listLevels, receiveStock } from '#contract'
import { onDatabase, refusal } from '#testing'

onDatabase('adjustments', (app) => {
  const member = () => app().as('member')
  const item = (sku: string, more: object = {}) =>
    member().call(createItem, { sku, name: `Item ${sku}`, unit: 'box', ...more })
  const receive = (deliveryNote: string, ...lines: object[]) =>
    member().call(receiveStock, { supplier: 'Acme', deliveryNote, lines: lines as never })
  const adjust = (mode: 'delta' | 'count', reason: string, ...lines: object[]) =>
    member().call(adjustStock, { mode, reason: reason as never, lines: lines as never })
  const lots = async (itemId: string) =>
    (await member().call(listLevels, { itemId })).data.map(({ lot, onHand }) => [lot, onHand])

  test('stock is added, removed and counted, each against its side of the ledger', async () => {
    const { id: itemId } = await item('A-1')
    const up = await adjust('delta', 'found', { itemId, quantity: '5' })
    const down = await adjust('delta', 'damaged', { sku: 'A-1', quantity: -2 })
    const counted = await adjust('count', 'recount', { itemId, quantity: '2.5', expectedOnHand: '3' })
    const consumed = await adjust('delta', 'consumed', { itemId, quantity: '-0.5' })
    assert.deepEqual(
      [up, down, counted, consumed].map(({ movements: [one], levels }) => [
        one?.from.name,
        one?.to.name,
        one?.quantity,
        one?.reason,
        levels[0]?.onHand,
      ]),
      [
        ['Variance', 'Main', '5', 'found', '5'],
        ['Main', 'Loss', '2', 'damaged', '3'],
        ['Main', 'Variance', '0.5', 'recount', '2.5'],
        ['Main', 'Consumption', '0.5', 'consumed', '2'],
      ],
    )
    assert.equal((await member().call(getItem, { itemId })).onHand, '2')
  })

  test('a count equal to the stock writes no movement and returns the level', async () => {
    const { id: itemId } = await item('A-2')
    const nothing = await adjust('count', 'recount', { itemId, quantity: 0 })
    assert.deepEqual([nothing.movements, nothing.levels[0]?.onHand], [[], '0'])
  })

  test('a count is refused if the stock has moved meanwhile', async () => {
    const { id: itemId } = await item('A-3', { lotTracking: true })
    await receive('A-3', { itemId, quantity: 4, lot: 'A' }, { itemId, quantity: 3, lot: 'B' })
    for (const line of [
      { itemId, lot: 'A', quantity: 4, expectedOnHand: 5 },
      { itemId, lot: 'C', quantity: 1, expectedOnHand: 1 },
    ]) {
      const { errors } = await refusal(adjust('count', 'recount', line), 'stock_moved')
      assert.equal(errors?.[0]?.path, 'lines[0].expectedOnHand')
    }
    await refusal(adjust('delta', 'lost', { itemId, quantity: -1, expectedOnHand: 4 }), 'stock_moved')
    await adjust('delta', 'lost', { itemId, quantity: -1, expectedOnHand: 7 })
  })

  test('a reason must agree with its direction', async () => {
    const { id: itemId } = await item('A-4')
    await adjust('delta', 'other', { itemId, quantity: 5 })
    for (const reason of ['damaged', 'expired', 'lost', 'stolen', 'consumed']) {
      await refusal(adjust('delta', reason, { itemId, quantity: 1 }), 'validation_failed')
      await refusal(adjust('count', reason, { itemId, quantity: 6 }), 'validation_failed')
    }
    for (const reason of ['found', 'returned']) {
      await refusal(adjust('delta', reason, { itemId, quantity: -1 }), 'validation_failed')
      await refusal(adjust('count', reason, { itemId, quantity: 4 }), 'validation_failed')
    }
    await refusal(adjust('delta', 'recount', { itemId, quantity: 0 }), 'validation_failed')
    await refusal(adjust('count', 'recount', { itemId, quantity: -1 }), 'validation_failed')
    assert.deepEqual(await lots(itemId), [[null, '5']])
  })

  test('removing without a lot takes first expired first, but no expired lots', async () => {
    const { id: itemId } = await item('A-5', { expiryTracking: true })
    const line = { itemId, quantity: 5 }
    await receive(
      'A-5',
      { ...line, lot: 'late', expiresOn: '2999-03-01' },
      { ...line, lot: 'old', expiresOn: '2020-01-01', acceptExpired: true },
      { ...line, lot: 'soon', expiresOn: '2999-02-01' },
    )
    await adjust('delta', 'consumed', { itemId, quantity: -7 })
    assert.deepEqual(await lots(itemId), [
      ['late', '3'],
      ['old', '5'],
    ])
    await refusal(adjust('delta', 'consumed', { itemId, quantity: -4 }), 'insufficient_stock')
    await adjust('delta', 'expired', { itemId, quantity: -6 })
    assert.deepEqual(await lots(itemId), [['late', '2']])
  })

  test('lines of one lot are added up, and all short lines are named', async () => {
    const { id: itemId } = await item('A-6', { lotTracking: true })
    await receive('A-6', { itemId, quantity: 10, lot: 'A' }, { itemId, quantity: 1, lot: 'B' })
    const { errors, detail } = await refusal(
      adjust(
        'delta',
        'lost',
        { itemId, lot: 'A', quantity: -6 },
        { itemId, lot: 'B', quantity: -1 },
        { itemId, lot: 'A', quantity: -6 },
      ),
      'insufficient_stock',
    )
    assert.deepEqual(
      errors?.map(({ path }) => path),
      ['lines[0].quantity', 'lines[2].quantity'],
    )
    assert.match(detail, /^Not enough of lot A of A-6 in Main: 12 needed, 10 on hand/)
    await refusal(
      adjust('delta', 'lost', { itemId, lot: 'A', quantity: -6 }, { itemId, quantity: -6 }),
      'insufficient_stock',
    )
    const counted = [4, 3].map((quantity) => ({ itemId, lot: 'A', quantity }))
    const { movements } = await adjust('count', 'recount', ...counted)
    assert.deepEqual(
      movements.map(({ quantity, to }) => [quantity, to.kind]),
      [['3', 'variance']],
    )
    await adjust('delta', 'lost', { itemId, quantity: -2 }, { itemId, lot: 'A', quantity: -6 })
    assert.deepEqual(await lots(itemId), [[null, '0']])
  })

  test('a new lot can be found if it needs no expiry', async () => {
    const { id: itemId } = await item('A-7', { lotTracking: true })
    const { id: expiringId } = await item('A-8', { expiryTracking: true })
    const { id: plainId } = await item('A-9')
    await adjust('delta', 'found', { itemId, lot: 'A', quantity: 2 })
    await adjust('count', 'recount', { itemId, lot: 'B', quantity: 3 })
    assert.deepEqual(await lots(itemId), [
      ['A', '2'],
      ['B', '3'],
    ])
    const found = { itemId: expiringId, lot: 'A', quantity: 2 }
    await refusal(adjust('delta', 'found', found), 'lot_not_found')
    await refusal(adjust('delta', 'lost', { itemId, lot: 'C', quantity: -2 }), 'lot_not_found')
    await refusal(adjust('delta', 'found', { itemId, quantity: 2 }), 'validation_failed')
    await refusal(adjust('count', 'recount', { itemId, quantity: 2 }), 'validation_failed')
    await refusal(adjust('delta', 'found', { itemId: plainId, lot: 'A', quantity: 2 }), 'validation_failed')
  })
})
