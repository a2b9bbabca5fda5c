import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCreditNote, getInvoice, type Input, issueInvoice, recordPayment, voidInvoice } from '#contract'
import { newId } from '#platform'
import { meeting, onEachDatabase, onPostgres, refusal } from '#testing'
import { bill, line } from './testing/invoices.ts'

onEachDatabase('payments', (app) => {
  const member = () => app().as('member')
  const pay = (invoiceId: string, amount: Input<typeof recordPayment>['amount'], more: object = {}) =>
    member().call(recordPayment, { invoiceId, amount, method: 'card', ...more })

  test('an invoice is paid in part, and then in full', async () => {
    const { id } = await bill(app())
    const partly = await pay(id, '50.5', { receivedOn: '2026-01-31', reference: 'T-1' })
    assert.deepEqual([partly.status, partly.totals.paid, partly.totals.due], ['issued', '50.50', '69.50'])
    const paid = await pay(id, 69.5)
    assert.deepEqual([paid.status, paid.totals.paid, paid.totals.due], ['paid', '120.00', '0.00'])
    assert.deepEqual(
      paid.payments.map(({ amount, receivedOn, reference }) => [amount, receivedOn, reference])[0],
      ['50.50', '2026-01-31', 'T-1'],
    )
    assert.equal(paid.payments[1]?.recordedBy.name, app().people.member.name)
    assert.deepEqual(await member().call(getInvoice, { invoiceId: id }), paid)
  })

  test('a payment of more than the amount due is refused with that amount, and not recorded', async () => {
    const { id } = await bill(app())
    await pay(id, '20')
    const problem = await refusal(pay(id, '100.01'), 'overpayment')
    assert.match(problem.detail, /100\.00 EUR is due/)
    assert.equal(problem.errors?.[0]?.path, 'amount')
    await pay(id, '100')
    assert.match((await refusal(pay(id, '0.01'), 'overpayment')).detail, /0\.00 EUR is due/)
    assert.equal((await member().call(getInvoice, { invoiceId: id })).payments.length, 2)
  })

  test('only overpaid amounts can be refunded', async () => {
    const { id } = await bill(app())
    await pay(id, '120')
    assert.match((await refusal(pay(id, '-1'), 'overpayment')).detail, /0\.00 EUR can be refunded/)
    const credited = await member().call(createCreditNote, { invoiceId: id, reason: 'Canceled' })
    assert.deepEqual([credited.status, credited.totals.due], ['paid', '-120.00'])
    await refusal(pay(id, '-120.01'), 'overpayment')
    await refusal(pay(id, '1'), 'overpayment')
    const part = await pay(id, '-20')
    assert.deepEqual([part.status, part.totals.paid, part.totals.due], ['paid', '100.00', '-100.00'])
    const settled = await pay(id, '-100')
    assert.deepEqual([settled.status, settled.totals.paid, settled.totals.due], ['paid', '0.00', '0.00'])
    assert.equal(settled.payments.length, 3)
  })

  test('a receipt date after tomorrow is refused by field', async () => {
    const { id } = await bill(app())
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    for (const receivedOn of ['9999-12-31', inDays(3)]) {
      const { errors } = await refusal(pay(id, '1', { receivedOn }), 'validation_failed')
      assert.equal(errors?.[0]?.path, 'receivedOn')
    }
    assert.equal((await pay(id, '1', { receivedOn: inDays(0) })).payments.length, 1)
  })

  test('an amount cannot have more decimals than its currency', async () => {
    const yen = await bill(app(), { lines: [line('100', '10')], currency: 'JPY' })
    const { errors } = await refusal(pay(yen.id, '1.5'), 'validation_failed')
    assert.equal(errors?.[0]?.path, 'amount')
    const dinars = await bill(app(), { lines: [line('1')], currency: 'KWD' })
    assert.equal((await pay(dinars.id, '1.001')).totals.due, '0.199')
    for (const amount of ['0', '', 'x', '1e13']) await refusal(pay(dinars.id, amount), 'validation_failed')
  })

  test('only issued invoices that are not void can be paid; invoices over nothing are paid', async () => {
    const draft = await bill(app(), { draft: true })
    await refusal(pay(draft.id, '1'), 'invoice_not_issued')
    await member().call(issueInvoice, { invoiceId: draft.id })
    await app().as('admin').call(voidInvoice, { invoiceId: draft.id, reason: 'Mistake' })
    await refusal(pay(draft.id, '1'), 'invoice_void')
    await refusal(pay(newId(), '1'), 'invoice_not_found')
    assert.equal((await bill(app(), { lines: [line('0')] })).status, 'paid')
  })
})

onPostgres('payments that race', (app) => {
  test('sixteen simultaneous payments of 10.00 on two nodes pay 120.00 and no more', async () => {
    const { id: invoiceId } = await bill(app())
    const nodes = [app(), await app().startNode()]
    const lock = `select from invoices where id = '${invoiceId}' for update`
    const answers = await meeting(app().databaseUrl, { lock, count: 16 }, () =>
      Promise.allSettled(
        Array.from({ length: 16 }, (_, n) =>
          nodes[n % 2]!.as('member').call(recordPayment, { invoiceId, amount: '10', method: 'cash' }),
        ),
      ),
    )
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    assert.deepEqual(refused, Array(4).fill('overpayment'))
    const { payments, totals, status } = await app().as('member').call(getInvoice, { invoiceId })
    assert.deepEqual([payments.length, totals.paid, totals.due, status], [12, '120.00', '0.00', 'paid'])
  })
})
