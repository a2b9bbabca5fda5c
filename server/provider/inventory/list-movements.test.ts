import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjustStock,
  createCreditNote,
  createInvoice,
  createItem,
  createPatient,
  type Input,
  listMovements,
  mergePatients,
  receiveStock,
  updateSettings,
} from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'

onDatabase('filtered movements', (app) => {
  const member = () => app().as('member')
  const item = (sku: string) => member().call(createItem, { sku, name: sku, unit: 'box', lotTracking: true })
  const receive = (itemId: string, receivedAt: string, lot = 'A') =>
    member().call(receiveStock, {
      supplier: 'Acme',
      deliveryNote: newId(),
      receivedAt,
      lines: [{ itemId, lot, quantity: 9 }],
    })
  const times = async (query: Input<typeof listMovements>) =>
    (await member().call(listMovements, query)).data.map(({ occurredAt }) => occurredAt.slice(0, 16))

  test('are those of days in the organisation’s time zone, newest first', async () => {
    await app().as('owner').call(updateSettings, { timeZone: 'Asia/Tokyo' })
    const { id: itemId } = await item('LM-1')
    const at = ['2026-01-31T14:59', '2026-01-30T15:00', '2026-01-31T15:00', '2026-01-30T14:59']
    for (const time of at) await receive(itemId, `${time}:30Z`)
    const [before, early, late, after] = at.toSorted()
    assert.deepEqual(await times({ itemId }), [after, late, early, before])
    assert.deepEqual(await times({ itemId, from: '2026-01-31' }), [after, late, early])
    assert.deepEqual(await times({ itemId, to: '2026-01-31' }), [late, early, before])
    const day = { from: '2026-01-31', to: '2026-01-31' }
    for (const query of [{ itemId }, { itemId, lot: 'a' }, {}])
      assert.deepEqual(await times({ ...query, ...day }), [late, early])
    assert.deepEqual(await times({ itemId, from: '2026-02-01', to: '2026-01-01' }), [])
    assert.deepEqual(await times({ itemId, from: '0001-01-01', to: '9999-12-31' }), await times({ itemId }))
    await refusal(member().call(listMovements, { from: 'yesterday' }), 'validation_failed')
  })

  test('have the reason asked for', async () => {
    const { id: itemId } = await item('LM-2')
    await receive(itemId, '2026-01-31T12:00:00Z')
    const lines = [{ itemId, lot: 'A', quantity: -1 }]
    for (const reason of ['damaged', 'consumed'] as const)
      await member().call(adjustStock, { mode: 'delta', reason, lines })
    for (const reason of ['received', 'damaged', 'consumed'] as const) {
      const { data } = await member().call(listMovements, { itemId, reason })
      assert.deepEqual(
        data.map((movement) => movement.reason),
        [reason],
      )
    }
    assert.deepEqual((await member().call(listMovements, { itemId, reason: 'sold' })).data, [])
    await refusal(member().call(listMovements, { reason: 'borrowed' as never }), 'validation_failed')
  })

  test('of a patient are those of the invoices and credit notes, of merged records too', async () => {
    const { id: itemId } = await item('LM-3')
    await receive(itemId, '2026-01-31T12:00:00Z')
    const patient = async (givenName: string) =>
      (await member().call(createPatient, { givenName, familyName: 'Papadaki' })).id
    const [kept, merged, other] = [await patient('Eleni'), await patient('Elena'), await patient('Anna')]
    const sell = (patientId: string) =>
      member().call(createInvoice, {
        patientId,
        lines: [{ description: 'Box', quantity: 2, unitPrice: 1, itemId }],
      })
    const invoice = await sell(kept)
    await sell(other)
    await sell(merged)
    await member().call(createCreditNote, { invoiceId: invoice.id!, reason: 'Returned', restock: true })
    const reasons = async (patientId: string) =>
      (await member().call(listMovements, { patientId, itemId })).data.map(({ reason }) => reason)
    assert.deepEqual(await reasons(kept), ['returned', 'sold'])
    const { data } = await member().call(listMovements, { patientId: kept, itemId })
    assert.deepEqual(
      data.map(({ invoiceId }) => invoiceId),
      [invoice.id, invoice.id],
    )
    assert.deepEqual(await reasons(merged), ['sold'])
    await app().as('owner').call(mergePatients, { sourceId: merged, targetId: kept })
    for (const patientId of [kept, merged])
      assert.deepEqual(await reasons(patientId), ['returned', 'sold', 'sold'])
    const page = await member().call(listMovements, { patientId: kept, limit: 2 })
    const rest = await member().call(listMovements, { patientId: kept, cursor: page.nextCursor! })
    assert.deepEqual([page.data.length, rest.data.length], [2, 1])
    assert.deepEqual(await reasons(newId()), [])
  })
})
