import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInvoice, getInvoice, recordPayment } from '#contract'
import { onDatabase, onPostgres, type TestApp } from '#testing'
import { addItem, addPatient, bill, invoicesOf, line, onHand } from './testing/invoices.ts'

onDatabase('an Idempotency-Key on an invoice', (app) => {
  test('fifty simultaneous calls create one invoice, take stock once and get byte-identical responses', async () => {
    await sendFifty([app()], 'ONCE-1')
  })

  test('ten simultaneous payments with one key record one payment', async () => {
    const { id: invoiceId } = await bill(app())
    const pay = () =>
      app()
        .as('member')
        .call(recordPayment, { invoiceId, amount: '10', method: 'cash' }, { idempotencyKey: 'pay' })
    const answers = await Promise.all(Array.from({ length: 10 }, pay))
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
    const { payments, totals } = await app().as('member').call(getInvoice, { invoiceId })
    assert.deepEqual([payments.length, totals.due], [1, '110.00'])
  })

  test('a preview with a key is replayed and creates no invoice', async () => {
    const patientId = await addPatient(app())
    const body = { patientId, lines: [line('10')] }
    const key = { idempotencyKey: 'preview' }
    const member = app().as('member')
    const preview = await member.call(createInvoice, { ...body, preview: true }, key)
    assert.deepEqual(await member.call(createInvoice, { ...body, preview: true }, key), preview)
    assert.deepEqual(await invoicesOf(app(), patientId), [])
  })
})

onPostgres('an Idempotency-Key on an invoice, on three nodes', (app) => {
  test('fifty simultaneous calls create one invoice, take stock once and get byte-identical responses', async () => {
    await sendFifty([app(), await app().startNode(), await app().startNode()], 'ONCE-2')
  })
})

async function sendFifty(nodes: TestApp[], sku: string): Promise<void> {
  const [app] = nodes as [TestApp]
  const patientId = await addPatient(app)
  const itemId = await addItem(app, sku, '5')
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const { fetch, people } = nodes[n % nodes.length]!
      const answer = await fetch('/api/billing/create-invoice', {
        method: 'POST',
        headers: { ...people.member.headers, 'content-type': 'application/json', 'idempotency-key': sku },
        body: JSON.stringify({ patientId, lines: [line('10', '20', { itemId })] }),
      })
      return {
        status: answer.status,
        body: await answer.text(),
        replayed: answer.headers.get('idempotent-replayed'),
      }
    }),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  assert.equal(answers.filter(({ replayed }) => replayed === 'true').length, 49)
  assert.equal((await invoicesOf(app, patientId)).length, 1)
  assert.equal(await onHand(app, itemId), '4')
}
