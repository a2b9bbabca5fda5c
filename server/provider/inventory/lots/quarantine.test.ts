import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjustStock,
  createInvoice,
  createItem,
  createPatient,
  getItem,
  listLevels,
  listLots,
  quarantineLot,
  receiveStock,
  releaseLot,
  reverseMovements,
} from '#contract'
import { newId } from '#platform'
import { meeting, onDatabase, onPostgres, refusal, type TestApp } from '#testing'

onDatabase('quarantine', (app) => {
  const member = () => app().as('member')

  test('a quarantined lot is shown, and nothing can be taken from it until it is released', async () => {
    const { itemId, lotId, receiptId, sell } = await stocked(app(), 'Q-1')
    const reason = 'Recalled by the manufacturer'
    const lot = await member().call(quarantineLot, { lotId, reason })
    assert.deepEqual([lot.quarantine?.reason, lot.quarantine?.by.name], [reason, app().people.member.name])
    assert.deepEqual((await member().call(listLots, { itemId, lot: 'a' })).data, [lot])
    const { data } = await member().call(listLevels, { itemId })
    assert.deepEqual(
      data.map(({ lot, onHand, isQuarantined, itemUsable }) => [lot, onHand, isQuarantined, itemUsable]),
      [
        ['A', '5', true, '5'],
        ['B', '5', false, '5'],
      ],
    )

    const message = `Lot A of Q-1 is in quarantine: ${reason}`
    const { errors } = await refusal(sell(1, 'A', 'B', 'a'), 'lot_quarantined')
    assert.deepEqual(errors, [
      { path: 'lines[0].lot', message },
      { path: 'lines[2].lot', message },
    ])
    const adjust = (mode: 'delta' | 'count', quantity: number) =>
      member().call(adjustStock, { mode, reason: 'other', lines: [{ itemId, lot: 'A', quantity }] })
    await refusal(adjust('delta', -1), 'lot_quarantined')
    await refusal(adjust('count', 4), 'lot_quarantined')
    await refusal(member().call(reverseMovements, { documentId: receiptId }), 'lot_quarantined')
    // What a line does not name is taken from other lots, or is missing.
    await refusal(sell(6, undefined), 'insufficient_stock')
    assert.deepEqual(
      (await sell(2, undefined)).movements.map(({ lot }) => lot),
      ['B'],
    )
    await adjust('delta', 1)
    await adjust('count', 7)

    await refusal(member().call(quarantineLot, { lotId, reason: 'Again' }), 'lot_quarantined')
    assert.equal((await member().call(releaseLot, { lotId })).quarantine, null)
    await refusal(member().call(releaseLot, { lotId }), 'lot_not_quarantined')
    await sell(7, 'A')
    assert.equal((await member().call(getItem, { itemId })).usable, '3')
  })

  test('needs a reason and a lot', async () => {
    const { lotId } = await stocked(app(), 'Q-2')
    await refusal(member().call(quarantineLot, { lotId, reason: ' ' }), 'validation_failed')
    await refusal(member().call(quarantineLot, { lotId: newId(), reason: 'Recalled' }), 'lot_not_found')
    await refusal(member().call(releaseLot, { lotId: newId() }), 'lot_not_found')
  })

  test('is enforced by the database', async () => {
    const { itemId, lotId } = await stocked(app(), 'Q-3')
    await member().call(quarantineLot, { lotId, reason: 'Recalled' })
    const change = (by: number) =>
      app().db.pool.query(
        `update stock_balances set on_hand = on_hand + ${by} where item_id = '${itemId}' and lot_id = '${lotId}'`,
      )
    await assert.rejects(change(-1), /nothing can be taken from a lot in quarantine/)
    await assert.rejects(
      app().db.pool.query(`update lots set quarantine_reason = null where id = '${lotId}'`),
      /lots_quarantined_by_someone/,
    )
  })
})

onPostgres('a sale and a quarantine that meet', (app) => {
  test('a sale that waits for the quarantine of its lot takes nothing', async () => {
    const { itemId, lotId, sell } = await stocked(app(), 'Q-4')
    const lock = `select from items where id = '${itemId}' for no key update`
    const [quarantined, sold] = await meeting(app().databaseUrl, { lock, count: 2 }, async (waiting) => {
      const quarantine = app().as('member').call(quarantineLot, { lotId, reason: 'Recalled' })
      await waiting(1)
      return Promise.allSettled([quarantine, sell(1, 'A')])
    })
    assert.equal(quarantined.status, 'fulfilled')
    const refused = sold.status === 'rejected' ? Promise.reject(sold.reason) : Promise.resolve()
    await refusal(refused, 'lot_quarantined')
  })
})

/** Creates an item with 5 in lot A and 5 in lot B, which expires later. */
async function stocked(app: TestApp, sku: string) {
  const member = app.as('member')
  const { id: itemId } = await member.call(createItem, { sku, name: sku, unit: 'box', expiryTracking: true })
  const { receiptId } = await member.call(receiveStock, {
    supplier: 'Acme',
    deliveryNote: sku,
    lines: [
      { itemId, lot: 'A', expiresOn: '2999-01-31', quantity: 5 },
      { itemId, lot: 'B', expiresOn: '2999-02-28', quantity: 5 },
    ],
  })
  const [lot] = (await member.call(listLots, { itemId, lot: 'A' })).data
  const { id: patientId } = await member.call(createPatient, { familyName: sku })
  const sell = (quantity: number, ...lots: (string | undefined)[]) =>
    member.call(createInvoice, {
      patientId,
      lines: lots.map((lot) => ({ description: sku, quantity, unitPrice: 1, itemId, ...(lot && { lot }) })),
    })
  return { itemId, lotId: lot!.id, receiptId, sell }
}
