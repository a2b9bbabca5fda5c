import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCreditNote, getInvoice, recordPayment, reversePayment, voidInvoice } from '#contract'
import { newId } from '#platform'
import { meeting, onDatabase, onPostgres, refusal, type TestApp } from '#testing'
import { bill } from './testing/invoices.ts'

const actionsOf = (app: TestApp) => {
  const member = app.as('member')
  return {
    pay: (invoiceId: string, amount: string, more: object = {}) =>
      member.call(recordPayment, { invoiceId, amount, method: 'card', ...more }),
    reverse: (paymentId: string, reason = 'Bounced') => member.call(reversePayment, { paymentId, reason }),
    credit: (invoiceId: string) => member.call(createCreditNote, { invoiceId, reason: 'Canceled' }),
    voidIt: (invoiceId: string) => app.as('admin').call(voidInvoice, { invoiceId, reason: 'Mistake' }),
    get: (invoiceId: string) => member.call(getInvoice, { invoiceId }),
  }
}

onDatabase('payment reversals', (app) => {
  const act = () => actionsOf(app())

  test('a reversed payment is due again, and both stay on the invoice', async () => {
    const { id } = await bill(app())
    const paid = await act().pay(id, '120', { reference: 'RF18' })
    const payment = paid.payments[0]!
    assert.deepEqual(
      [payment.kind, payment.reverses, payment.reversedBy, payment.reason],
      ['payment', null, null, null],
    )
    const reversed = await act().reverse(payment.id)
    assert.deepEqual(
      [reversed.status, reversed.totals.paid, reversed.totals.due],
      ['issued', '0.00', '120.00'],
    )
    assert.equal(reversed.version, paid.version + 1)
    const [first, reversal] = reversed.payments
    assert.deepEqual(first, { ...payment, reversedBy: reversal!.id })
    const { kind, amount, method, reference, reverses, reversedBy, reason, recordedBy } = reversal!
    assert.deepEqual(
      [kind, amount, method, reference, reverses, reversedBy, reason, recordedBy.name],
      ['reversal', '-120.00', 'card', 'RF18', payment.id, null, 'Bounced', app().people.member.name],
    )
    assert.deepEqual(await act().get(id), reversed)
    assert.equal((await act().pay(id, '120')).status, 'paid')
  })

  test('a payment is reversed once, and a reversal never', async () => {
    const { id } = await bill(app())
    const payment = (await act().pay(id, '20')).payments[0]!
    const reversed = await act().reverse(payment.id)
    const again = await refusal(act().reverse(payment.id), 'already_reversed')
    assert.match(again.detail, /^The payment was already reversed on \d{4}-\d\d-\d\d\.$/)
    await refusal(act().reverse(reversed.payments[1]!.id), 'not_reversible')
    await refusal(act().reverse(newId()), 'payment_not_found')
    assert.deepEqual(await act().get(id), reversed)
  })

  test('a reversal needs a reason', async () => {
    const { id } = await bill(app())
    const payment = (await act().pay(id, '20')).payments[0]!
    for (const reason of ['', '  ', 'x'.repeat(1001)]) {
      const { errors } = await refusal(act().reverse(payment.id, reason), 'validation_failed')
      assert.equal(errors?.[0]?.path, 'reason')
    }
    assert.equal((await act().get(id)).payments.length, 1)
  })

  test('a reversal is not dated before its payment', async () => {
    const { id } = await bill(app())
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const payment = (await act().pay(id, '20', { receivedOn: tomorrow })).payments[0]!
    const [, reversal] = (await act().reverse(payment.id)).payments
    assert.ok(reversal!.receivedOn >= tomorrow)
  })

  test('a refund that came back can be refunded again', async () => {
    const { id } = await bill(app())
    await act().pay(id, '120')
    await act().credit(id)
    const refund = (await act().pay(id, '-120')).payments[1]!
    assert.equal(refund.kind, 'refund')
    const returned = await act().reverse(refund.id, 'Account closed')
    assert.deepEqual([returned.status, returned.totals.due], ['paid', '-120.00'])
    assert.equal(returned.payments[2]?.amount, '120.00')
    assert.equal((await act().pay(id, '-120')).totals.due, '0.00')
  })

  test('a payment that bounces after its refund is owed by the patient', async () => {
    const { id } = await bill(app())
    const payment = (await act().pay(id, '120')).payments[0]!
    await act().credit(id)
    await act().pay(id, '-120')
    const bounced = await act().reverse(payment.id)
    assert.deepEqual(
      [bounced.status, bounced.totals.paid, bounced.totals.due],
      ['issued', '-120.00', '120.00'],
    )
    await refusal(act().pay(id, '120.01'), 'overpayment')
    await refusal(act().pay(id, '-0.01'), 'overpayment')
    assert.deepEqual((await act().pay(id, '120')).totals.due, '0.00')
  })

  test('an invoice can be voided once all its payments are reversed', async () => {
    const { id } = await bill(app())
    const [first, second] = [await act().pay(id, '20'), await act().pay(id, '30')].map(
      ({ payments }) => payments.at(-1)!,
    )
    await act().reverse(first!.id)
    await refusal(act().voidIt(id), 'invoice_has_payments')
    await act().reverse(second!.id)
    const { status, totals, payments } = await act().voidIt(id)
    assert.deepEqual([status, totals.paid, totals.due, payments.length], ['void', '0.00', '0.00', 4])
  })

  test('the database refuses reversals that do not match what they reverse', async () => {
    const { id } = await bill(app())
    const other = await bill(app())
    const payment = (await act().pay(id, '20')).payments[0]!
    const refund = async (of: { [column: string]: string | null }) => {
      const row = {
        amount: '-20',
        invoice_id: id,
        method: 'card',
        reverses: payment.id,
        reason: 'Wrong',
        ...of,
      }
      await app().db.pool.query(
        `insert into payments (id, invoice_id, currency, invoice_text, amount, method, received_on, recorded_by, reverses, reason)
         values ($1, $2, 'EUR', '', $3, $4, now(), $5, $6, $7)`,
        [newId(), row.invoice_id, row.amount, row.method, app().people.member.id, row.reverses, row.reason],
      )
    }
    const wrong = [
      { amount: '-19.99' },
      { amount: '20' },
      { invoice_id: other.id },
      { method: 'cash' },
      { reverses: newId() },
    ]
    for (const of of wrong) await assert.rejects(refund(of), /payments_reversed_exactly/)
    await assert.rejects(refund({ reason: null }), /payments_reversed_with_a_reason/)
    const reversal = (await act().reverse(payment.id)).payments[1]!
    await assert.rejects(refund({}), /payments_reversed_once/)
    await assert.rejects(refund({ reverses: reversal.id, amount: '20' }), /payments_reversed_exactly/)
  })
})

onPostgres('reversals that race', (app) => {
  const lockOf = (id: string) => `select from invoices where id = '${id}' for update`

  test('of eight simultaneous reversals on two nodes, one succeeds', async () => {
    const { id } = await bill(app())
    const payment = (await actionsOf(app()).pay(id, '20')).payments[0]!
    const nodes = [app(), await app().startNode()].map(actionsOf)
    const answers = await meeting(app().databaseUrl, { lock: lockOf(id), count: 8 }, () =>
      Promise.allSettled(Array.from({ length: 8 }, (_, n) => nodes[n % 2]!.reverse(payment.id))),
    )
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    assert.deepEqual(refused, Array(7).fill('already_reversed'))
    const { payments, totals } = await actionsOf(app()).get(id)
    assert.deepEqual([payments.length, totals.paid, totals.due], [2, '0.00', '120.00'])
  })

  test('a reversal and another change of its invoice see each other', async () => {
    const act = actionsOf(app())
    const orders = [
      { name: 'pay', second: 'refused', paid: '0.00', due: '120.00' },
      { name: 'credit', second: 'done', paid: '0.00', due: '0.00' },
    ]
    for (const { name, second, paid, due } of orders) {
      const { id } = await bill(app())
      const payment = (await act.pay(id, '120')).payments[0]!
      const change = () => (name === 'pay' ? act.pay(id, '120') : act.credit(id))
      // The change comes first: a paid invoice takes no payment, and its credit is counted.
      await meeting(app().databaseUrl, { lock: lockOf(id), count: 2 }, async (waiting) => {
        const first = Promise.allSettled([change()])
        await waiting(1)
        await act.reverse(payment.id)
        const [answer] = await first
        assert.equal(answer.status === 'fulfilled' ? 'done' : 'refused', second)
      })
      const { totals } = await act.get(id)
      assert.deepEqual([totals.paid, totals.due], [paid, due])
    }
    // The reversal comes first: what it makes due can be paid, and the invoice has payments.
    const { id } = await bill(app())
    const payment = (await act.pay(id, '120')).payments[0]!
    await meeting(app().databaseUrl, { lock: lockOf(id), count: 2 }, async (waiting) => {
      const reversal = act.reverse(payment.id)
      await waiting(1)
      await act.pay(id, '120')
      await reversal
    })
    await refusal(act.voidIt(id), 'invoice_has_payments')
    const { status, payments } = await act.get(id)
    assert.deepEqual([status, payments.length], ['paid', 3])
  })
})
