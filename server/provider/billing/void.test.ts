import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCreditNote, getInvoice, recordPayment, voidInvoice } from '#contract'
import { newId } from '#platform'
import { meeting, onDatabase, onPostgres, refusal } from '#testing'
import { addItem, bill, line, onHand } from './testing/invoices.ts'

onDatabase('voiding', (app) => {
  const voidIt = (invoiceId: string, more: object = {}) =>
    app()
      .as('admin')
      .call(voidInvoice, { invoiceId, reason: 'Billed twice', ...more })

  test('a void invoice has a reason, nothing due, and keeps its number', async () => {
    const before = await bill(app())
    const after = await voidIt(before.id)
    assert.deepEqual([after.status, after.number, after.voidReason], ['void', before.number, 'Billed twice'])
    assert.deepEqual([after.totals.gross, after.totals.due], ['120.00', '0.00'])
    assert.deepEqual(await app().as('member').call(getInvoice, { invoiceId: before.id }), after)
    assert.notEqual((await bill(app())).number, before.number)
    await refusal(voidIt(before.id), 'invoice_void')
  })

  test('voiding can return the items to stock', async () => {
    const itemId = await addItem(app(), 'VOID-1', '5')
    const lines = [line('1', '20', { itemId, quantity: '2' }), line('1')]
    const [kept, returned] = [await bill(app(), { lines }), await bill(app(), { lines })]
    assert.equal((await voidIt(kept.id)).movements.length, 1)
    assert.equal(await onHand(app(), itemId), '1')
    const { movements } = await voidIt(returned.id, { restock: true })
    assert.deepEqual(
      movements.map(({ reason, quantity }) => [reason, quantity]),
      [
        ['sold', '2'],
        ['returned', '2'],
      ],
    )
    assert.equal(await onHand(app(), itemId), '3')
  })

  test('invoices with payments or credit notes cannot be voided, nor can drafts', async () => {
    const paid = await bill(app())
    await app().as('member').call(recordPayment, { invoiceId: paid.id, amount: '1', method: 'cash' })
    await refusal(voidIt(paid.id), 'invoice_has_payments')
    const credited = await bill(app())
    await app().as('member').call(createCreditNote, { invoiceId: credited.id, reason: 'Returned' })
    await refusal(voidIt(credited.id), 'invoice_has_credit_notes')
    await refusal(voidIt((await bill(app(), { draft: true })).id), 'invoice_not_issued')
    await refusal(voidIt(newId()), 'invoice_not_found')
  })

  test('members cannot void', async () => {
    const { id: invoiceId, version } = await bill(app())
    const attempt = app().as('member').call(voidInvoice, { invoiceId, reason: 'Mine' })
    await refusal(attempt, 'forbidden')
    assert.equal((await app().as('member').call(getInvoice, { invoiceId })).version, version)
  })
})

onPostgres('voiding that races', (app) => {
  test('of a simultaneous payment and void, the first succeeds and the other is refused', async () => {
    const pay = (invoiceId: string) =>
      app().as('member').call(recordPayment, { invoiceId, amount: '120', method: 'cash' })
    const voidIt = (invoiceId: string) => app().as('admin').call(voidInvoice, { invoiceId, reason: 'Race' })
    for (const [first, second, refusedWith] of [
      [pay, voidIt, 'invoice_has_payments'],
      [voidIt, pay, 'invoice_void'],
    ] as const) {
      const { id: invoiceId } = await bill(app())
      const lock = `select from invoices where id = '${invoiceId}' for update`
      await meeting(app().databaseUrl, { lock, count: 2 }, async (waiting) => {
        const done = first(invoiceId)
        done.catch(() => {})
        await waiting(1)
        await refusal(second(invoiceId), refusedWith)
        await done
      })
    }
  })
})
