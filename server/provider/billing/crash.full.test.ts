import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createInvoice, createItem, createPatient, receiveStock } from '#contract'
import { onKillableNode } from '../../testing/kill.ts'
import { post } from '../../testing/lose-answer.ts'
import { line } from './testing/invoices.ts'

/** The steps at which a trigger holds up issuing an invoice, and whether it is then committed. */
const steps = [
  { step: 'before its Idempotency-Key is noted', hold: 'before insert on idempotency_records', done: false },
  { step: 'before its items are taken', hold: 'before insert on stock_movements', done: false },
  { step: 'before its lines are written', hold: 'before insert on invoice_lines', done: false },
  { step: 'before its number is counted', hold: 'before update on invoice_series_counters', done: false },
  { step: 'before the answer is kept', hold: 'before update on idempotency_records', done: false },
  { step: 'during the commit', hold: 'constraint after update on invoices', done: true },
]

onKillableNode('kill -9 while an invoice is created', (node) => {
  let body: object

  before(async () => {
    const { client } = node()
    const { id: patientId } = await client.call(createPatient, { familyName: 'Papadaki' })
    const { id: itemId } = await client.call(createItem, { sku: 'CRASH-1', name: 'Gauze', unit: 'box' })
    const lines = [line('10', '20', { itemId })]
    const delivery = { supplier: 'Acme', deliveryNote: '1', lines: [{ itemId, quantity: '100' }] }
    await client.call(receiveStock, delivery)
    // From here on the counter's row exists, so the next number updates it.
    await client.call(createInvoice, { patientId, lines })
    body = { patientId, lines }
  })

  for (const { step, hold, done } of steps) {
    test(`${step}, leaves all of it or nothing, and a retry makes it once`, async () => {
      const before = await counts()
      const send = () =>
        post(node().url, { path: createInvoice.path, headers: node().headers, body, idempotencyKey: step })
      await node().killDuring(send, hold)
      assert.deepEqual(await counts(), afterInvoices(before, done ? 1 : 0))
      const { status, headers } = await send()
      assert.deepEqual([status, headers.get('idempotent-replayed')], [201, done ? 'true' : null])
      assert.deepEqual(await counts(), afterInvoices(before, 1))
    })
  }

  test('between commit and response, loses nothing: a retry gets the first response', async () => {
    const before = await counts()
    await node().loseAnswer({ path: createInvoice.path, body, idempotencyKey: 'lost' })
    assert.deepEqual(await counts(), afterInvoices(before, 1))
  })

  interface Counts {
    invoices: number
    lines: number
    last: number
    taken: number
    onHand: number
  }

  async function counts(): Promise<Counts> {
    const [row] = await node().rows<Counts>(
      `select (select count(*)::int from invoices) as invoices,
              (select count(*)::int from invoice_lines) as lines,
              (select last::int from invoice_series_counters) as last,
              (select count(*)::int from stock_movements where reason = 'sold') as taken,
              (select on_hand::int from items) as "onHand"`,
    )
    return row!
  }

  const afterInvoices = ({ invoices, lines, last, taken, onHand }: Counts, more: number): Counts => ({
    invoices: invoices + more,
    lines: lines + more,
    last: last + more,
    taken: taken + more,
    onHand: onHand - more,
  })
})
