// A node is killed with kill -9 while a transaction writes: each call is held up at its statements in turn.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as api from '#contract'
import { type KillableNode, onKillableNode } from '../kill.ts'
import { post } from '../lose-answer.ts'

interface Call {
  what: string
  /** Creates what it needs, and returns what to send. */
  prepare(node: KillableNode): Promise<{ path: string; body: object }>
  /** Counts what it writes. */
  counts: Record<string, string>
  /** By how much it changes each. */
  changes: Record<string, number>
  /** Where it is held up: at a trigger, or at the `response`. */
  holds: string[]
  /** Its response contains a secret and is not kept. */
  isSecret?: true
}

/** A commit that has begun ends without the node. */
const isCommitted = (hold: string): boolean => /^constraint |^response$/.test(hold)
const audited = (action: api.AuditAction): string => `from audit_log where action = '${action}'`
const idOf = (path: string, id: string): string => path.replace(/:\w+/, id)

const calls: Call[] = [
  {
    what: 'a key is created',
    prepare: async () => ({ path: api.createApiKey.path, body: { name: 'Of a crash' } }),
    counts: { keys: 'from api_keys', entries: audited('api_key.create') },
    changes: { keys: 1, entries: 1 },
    isSecret: true,
    holds: [
      // These of idempotency are the same for all calls.
      'before insert on idempotency_records',
      'before update on idempotency_records',
      'before insert on api_keys',
      'before insert on audit_log',
      'constraint after insert on audit_log',
    ],
  },
  {
    what: 'a key is revoked',
    async prepare({ client }) {
      const { id } = await client.call(api.createApiKey, { name: 'To be revoked' })
      return { path: idOf(api.revokeApiKey.path, id), body: {} }
    },
    counts: { revoked: 'from api_keys where revoked_at is not null', entries: audited('api_key.revoke') },
    changes: { revoked: 1, entries: 1 },
    holds: [
      'before update on api_keys',
      'before insert on audit_log',
      'constraint after insert on audit_log',
    ],
  },
  {
    what: 'a delivery is received',
    async prepare({ client }) {
      const { id: itemId } = await client.call(api.createItem, { sku: newName(), name: 'Item', unit: 'box' })
      const lines = [{ itemId, quantity: 5 }]
      return { path: api.receiveStock.path, body: { supplier: 'Acme', deliveryNote: newName(), lines } }
    },
    counts: {
      documents: 'from stock_documents',
      moved: 'sum(quantity) from stock_movements',
      onHand: 'sum(on_hand) from items',
    },
    changes: { documents: 1, moved: 5, onHand: 5 },
    holds: [
      'before insert on stock_documents',
      'before update on items',
      'constraint after insert on stock_movements',
    ],
  },
  {
    what: 'an invoice is issued',
    async prepare({ client }) {
      const { id: patientId } = await client.call(api.createPatient, { familyName: 'Papadaki' })
      const { id: itemId } = await client.call(api.createItem, { sku: newName(), name: 'Gauze', unit: 'box' })
      const stock = { itemId, quantity: 9 }
      await client.call(api.receiveStock, { supplier: 'Acme', deliveryNote: newName(), lines: [stock] })
      const line = { ...stock, description: 'Gauze', unitPrice: '10', taxRate: '20' }
      const invoice = { patientId, lines: [line] }
      // From here on the counter's row exists, so the next number updates it.
      await client.call(api.createInvoice, { patientId, lines: [{ ...line, quantity: 1 }] })
      return { path: api.createInvoice.path, body: { ...invoice, lines: [{ ...line, quantity: 2 }] } }
    },
    counts: {
      invoices: 'from invoices',
      lines: 'from invoice_lines',
      last: 'sum(last) from invoice_series_counters',
      taken: `from stock_movements where reason = 'sold'`,
      onHand: 'sum(on_hand) from items',
    },
    changes: { invoices: 1, lines: 1, last: 1, taken: 1, onHand: -2 },
    holds: [
      'before insert on stock_movements',
      'before insert on invoice_lines',
      'before update on invoice_series_counters',
      'constraint after update on invoices',
    ],
  },
  {
    what: 'a patient is merged',
    async prepare({ client }) {
      const source = { givenName: 'Source', identifiers: [{ system: 's', value: newName() }] }
      const { id: sourceId } = await client.call(api.createPatient, source)
      const { id: targetId } = await client.call(api.createPatient, { givenName: 'Target' })
      return { path: api.mergePatients.path, body: { sourceId, targetId } }
    },
    counts: { merges: 'from patient_merges', merged: 'from patients where merged_into is not null' },
    changes: { merges: 1, merged: 1 },
    // It has its constraints checked before the commit, where no trigger can hold it up.
    holds: ['before insert on patient_merges', 'before update of merged_into on patients', 'response'],
  },
]

let names = 0
const newName = (): string => `N-${++names}`

onKillableNode('kill -9 during a transaction', (node) => {
  for (const call of calls)
    describe(`while ${call.what}`, () => {
      for (const hold of call.holds)
        test(`${hold}: it is whole or nothing, and a retry does it once`, async () => {
          const request = { ...(await call.prepare(node())), idempotencyKey: newName() }
          const send = () => post(node().url, { ...request, headers: node().headers })
          const first = await counts(call)
          const last = Object.fromEntries(
            Object.entries(first).map(([name, count]) => [name, count + call.changes[name]!]),
          )
          if (hold === 'response') await node().loseAnswer(request)
          else await node().killDuring(send, hold)
          assert.deepEqual(await counts(call), isCommitted(hold) ? last : first)
          const retry = await send()
          if (call.isSecret && isCommitted(hold)) assert.match(await retry.text(), /"already_done"/)
          else {
            assert.ok(retry.ok, await retry.text())
            assert.equal(retry.headers.get('idempotent-replayed'), isCommitted(hold) ? 'true' : null)
          }
          assert.deepEqual(await counts(call), last)
        })
    })

  async function counts({ counts }: Call): Promise<Record<string, number>> {
    const columns = Object.entries(counts).map(
      ([name, rows]) => `(select ${rows.replace(/^from/, 'count(*) from')})::int as "${name}"`,
    )
    const [row] = await node().rows<Record<string, number>>(`select ${columns}`)
    return row!
  }
})
