import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createItem, getItem, listMovements } from '#contract'
import { onEachDatabase, onPostgres, type TestApp } from '#testing'

onEachDatabase('deliveries with an Idempotency-Key', (app) => {
  test('fifty simultaneous ones with one key are received once and get the same response', () =>
    fifty(app(), [app()]))
})

onPostgres('deliveries with an Idempotency-Key on two nodes', (app) => {
  test('fifty simultaneous ones with one key on two nodes are received once', async () =>
    fifty(app(), [app(), await app().startNode()]))
})

async function fifty(app: TestApp, nodes: TestApp[]): Promise<void> {
  const member = app.as('member')
  const { id: itemId } = await member.call(createItem, { sku: 'Fifty', name: 'Fifty', unit: 'box' })
  const body = JSON.stringify({
    supplier: 'Acme',
    deliveryNote: 'Fifty',
    lines: [{ itemId, quantity: '2', unitCost: '1.5' }],
  })
  const { headers } = app.people.member
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const answer = await nodes[n % nodes.length]!.fetch('/api/inventory/receive', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'fifty' },
        body,
      })
      const replayed = answer.headers.get('idempotent-replayed') === 'true'
      return { status: answer.status, replayed, body: await answer.text() }
    }),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.equal(new Set(answers.map((answer) => answer.body)).size, 1)
  assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
  assert.equal((await member.call(getItem, { itemId })).onHand, '2')
  assert.equal((await member.call(listMovements, { itemId })).data.length, 1)
}
