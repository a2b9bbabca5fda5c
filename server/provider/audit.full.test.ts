import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import { onKillableNode } from '../testing/kill.ts'
import { post } from '../testing/lose-answer.ts'
import { line } from './billing/testing/invoices.ts'

interface Change {
  action: api.AuditAction
  path: string
  body: object
}

/** Where a trigger holds up the calls: their entries are not written yet, or are about to be committed. */
const holds = ['before insert on audit_log', 'constraint after insert on audit_log']

onKillableNode('kill -9 while the clinic changes records', (node) => {
  for (const [round, hold] of holds.entries())
    test(`at “${hold}”, each change that is stored has one audit entry, and no other has any`, async () => {
      const changes = await prepare(`${round}`)
      const before = await entries()
      const send = ({ path, body, action }: Change) =>
        post(node().url, { path, headers: node().headers, body, idempotencyKey: `${round} ${action}` })
      await node().killDuring(() => Promise.all(changes.map(send)), hold)
      const afterKill = await entries()
      for (const change of changes) {
        const { status, headers } = await send(change)
        assert.ok(status === 200 || status === 201, `${change.action}: ${status}`)
        const wasStored = headers.get('idempotent-replayed') === 'true'
        const written = countOf(afterKill, change) - countOf(before, change)
        assert.equal(written, wasStored ? 1 : 0, `${change.action} after the kill`)
      }
      const afterRetry = await entries()
      for (const change of changes)
        assert.equal(
          countOf(afterRetry, change) - countOf(before, change),
          1,
          `${change.action} after the retry`,
        )
    })

  /** Changes that wait for none of the others. */
  async function prepare(name: string): Promise<Change[]> {
    const { client } = node()
    const patient = async () => (await client.call(api.createPatient, { familyName: `Papadaki ${name}` })).id
    const invoice = async () =>
      (await client.call(api.createInvoice, { patientId: await patient(), lines: [line('10')] })).id!
    const item = async (sku: string) =>
      (await client.call(api.createItem, { sku: `${sku} ${name}`, name: sku, unit: 'box' })).id
    const [adjusted, received] = [await item('adjusted'), await item('received')]
    const supply = (itemId: string, deliveryNote: string) => ({
      supplier: 'Acme',
      deliveryNote: `${deliveryNote} ${name}`,
      lines: [{ itemId, quantity: 5 }],
    })
    await client.call(api.receiveStock, supply(adjusted, 'first'))
    const of = (path: string, id: string) => path.replace(/:\w+/, id)
    const lines = [line('10')]
    return [
      { action: 'patient.create', path: api.createPatient.path, body: { familyName: `New ${name}` } },
      {
        action: 'patient.merge',
        path: api.mergePatients.path,
        body: { sourceId: await patient(), targetId: await patient() },
      },
      {
        action: 'patient.flag_different',
        path: api.markNotDuplicates.path,
        body: { patientIds: [await patient(), await patient()] },
      },
      {
        action: 'invoice.draft',
        path: api.createInvoice.path,
        body: { patientId: await patient(), lines, draft: true },
      },
      { action: 'invoice.issue', path: api.createInvoice.path, body: { patientId: await patient(), lines } },
      {
        action: 'payment.record',
        path: of(api.recordPayment.path, await invoice()),
        body: { amount: 1, method: 'cash' },
      },
      {
        action: 'credit_note.create',
        path: of(api.createCreditNote.path, await invoice()),
        body: { amount: 1, reason: 'Goodwill' },
      },
      {
        action: 'invoice.void',
        path: of(api.voidInvoice.path, await invoice()),
        body: { reason: 'Mistake' },
      },
      {
        action: 'item.create',
        path: api.createItem.path,
        body: { sku: `new ${name}`, name: 'New', unit: 'box' },
      },
      { action: 'location.create', path: api.createLocation.path, body: { name: `New ${name}` } },
      { action: 'stock.receive', path: api.receiveStock.path, body: supply(received, 'second') },
      {
        action: 'stock.adjust',
        path: api.adjustStock.path,
        body: { mode: 'delta', reason: 'lost', lines: [{ itemId: adjusted, quantity: -1 }] },
      },
    ]
  }

  async function entries(): Promise<Map<string, number>> {
    const rows = await node().rows<{ action: string; count: number }>(
      'select action, count(*)::int as count from audit_log group by action',
    )
    return new Map(rows.map(({ action, count }) => [action, count]))
  }

  const countOf = (counts: Map<string, number>, { action }: Change): number => counts.get(action) ?? 0
})
