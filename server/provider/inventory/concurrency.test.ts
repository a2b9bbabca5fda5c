import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { ApiError } from '#client'
import { adjustStock, createItem, getItem, listLevels, receiveStock, reverseMovements } from '#contract'
import { meeting, onPostgres, refusal } from '#testing'
import { assertBooks } from './testing/books.ts'

onPostgres('simultaneous changes of stock', (app) => {
  const member = () => app().as('member')
  const item = (sku: string, more: object = {}) =>
    member().call(createItem, { sku, name: `Item ${sku}`, unit: 'box', ...more })
  const onHand = async (itemId: string) => (await member().call(getItem, { itemId })).onHand
  const holding = (...ids: string[]) => ({
    lock: `select from items where id in (${ids.map((id) => `'${id}'`)}) for no key update`,
  })

  test('of five hundred simultaneous adjustments and deliveries on two nodes, all accepted ones count', async () => {
    const nodes = [app(), await app().startNode()].map((node) => node.as('member'))
    const items = await Promise.all(['C-1', 'C-2', 'C-3'].map((sku) => item(sku, { lotTracking: true })))
    const lots = ['A', 'B', 'C', 'D']
    const expected = new Map<string, number>()
    const refusals: string[] = []
    const calls = Array.from({ length: 500 }, async (_, n) => {
      const { id: itemId } = items[n % 3]!
      const other = items[(n + 1) % 3]!
      const lot = lots[n % 4]!
      const quantity = (n % 7) + 1
      const change = n % 5 < 3 ? quantity : -quantity
      const lines =
        change > 0
          ? [
              { itemId, lot, quantity },
              { itemId: other.id, lot, quantity },
            ]
          : [
              { itemId: other.id, lot, quantity: change },
              { itemId, lot, quantity: change },
            ]
      const node = nodes[n % 2]!
      const call =
        change > 0
          ? node.call(receiveStock, { supplier: 'Acme', deliveryNote: `C ${n}`, lines })
          : node.call(adjustStock, { mode: 'delta', reason: 'lost', lines })
      try {
        await call
        for (const line of lines) {
          const key = `${line.itemId} ${line.lot}`
          expected.set(key, (expected.get(key) ?? 0) + line.quantity)
        }
      } catch (error) {
        refusals.push(error instanceof ApiError ? error.code : String(error))
      }
    })
    await Promise.all(calls)
    // An unknown lot, insufficient stock, or more callers than a slow machine can serve.
    const usual = ['insufficient_stock', 'lot_not_found', 'busy']
    assert.deepEqual(
      refusals.filter((code) => !usual.includes(code)),
      [],
    )

    await assertBooks(app())
    const { data } = await member().call(listLevels, { q: 'C-', limit: 200 })
    const found = data.map(({ itemId, lot, onHand }) => [`${itemId} ${lot}`, Number(onHand)] as const)
    assert.deepEqual(
      new Map(found.toSorted()),
      new Map([...expected].filter(([, quantity]) => quantity > 0).toSorted()),
    )
    assert.ok(refusals.length < 500)
  })

  test('of two that take the last unit, only one gets it', async () => {
    const { id: itemId } = await item('C-4')
    const lines = [{ itemId, quantity: 5 }]
    await member().call(receiveStock, { supplier: 'Acme', deliveryNote: 'C-4', lines })
    const take = () =>
      member().call(adjustStock, { mode: 'delta', reason: 'lost', lines: [{ itemId, quantity: -4 }] })
    const takes = await meeting(app().databaseUrl, { ...holding(itemId), count: 2 }, () =>
      Promise.allSettled([take(), take()]),
    )
    await oneRefused(takes, 'insufficient_stock')
    assert.equal(await onHand(itemId), '1')
  })

  test('two simultaneous findings of a new lot both count', async () => {
    const { id: itemId } = await item('C-5', { lotTracking: true })
    const find = () =>
      member().call(adjustStock, {
        mode: 'delta',
        reason: 'found',
        lines: [{ itemId, lot: 'New', quantity: 2 }],
      })
    await meeting(app().databaseUrl, { ...holding(itemId), count: 2 }, () => Promise.all([find(), find()]))
    assert.equal(await onHand(itemId), '4')
    await assertBooks(app())
  })

  test('of two counts based on the same level, the second is refused', async () => {
    const { id: itemId } = await item('C-6')
    const count = (quantity: number) =>
      member().call(adjustStock, {
        mode: 'count',
        reason: 'recount',
        lines: [{ itemId, quantity, expectedOnHand: 0 }],
      })
    const counts = await meeting(app().databaseUrl, { ...holding(itemId), count: 2 }, () =>
      Promise.allSettled([count(3), count(4)]),
    )
    await oneRefused(counts, 'stock_moved')
  })

  test('of two deliveries with one note and different items, one is received and the other refused', async () => {
    const [one, two] = [await item('C-7'), await item('C-8')]
    const deliver = (itemId: string) =>
      member().call(receiveStock, {
        supplier: 'Acme',
        deliveryNote: 'C-7',
        lines: [{ itemId, quantity: 1 }],
      })
    const deliveries = await meeting(app().databaseUrl, { ...holding(one.id, two.id), count: 2 }, () =>
      Promise.allSettled([deliver(one.id), deliver(two.id)]),
    )
    await oneRefused(deliveries, 'delivery_note_reused')
    assert.deepEqual([await onHand(one.id), await onHand(two.id)].toSorted(), ['0', '1'])
  })

  test('a delivery posted many times simultaneously counts once, and all get the same receipt', async () => {
    const { id: itemId } = await item('C-9')
    const delivery = { supplier: 'Acme', deliveryNote: 'C-9', lines: [{ itemId, quantity: 7 }] }
    const answers = await meeting(app().databaseUrl, { ...holding(itemId), count: 5 }, () =>
      Promise.all(Array.from({ length: 5 }, () => member().call(receiveStock, delivery))),
    )
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal(await onHand(itemId), '7')
  })

  test('of two simultaneous reversals of one receipt, one succeeds', async () => {
    const { id: itemId } = await item('C-10')
    const lines = [{ itemId, quantity: 5 }]
    const receive = (deliveryNote: string) =>
      member().call(receiveStock, { supplier: 'Acme', deliveryNote, lines })
    const { receiptId: documentId } = await receive('C-10')
    await receive('C-10b')
    const reverse = () => member().call(reverseMovements, { documentId })
    const reversals = await meeting(app().databaseUrl, { ...holding(itemId), count: 2 }, () =>
      Promise.allSettled([reverse(), reverse()]),
    )
    await oneRefused(reversals, 'already_reversed')
    assert.equal(await onHand(itemId), '5')
    await assertBooks(app())
  })

  test('the average cost includes all simultaneous deliveries', async () => {
    const { id: itemId } = await item('C-11')
    const deliver = (quantity: number, unitCost: string) =>
      member().call(receiveStock, {
        supplier: 'Acme',
        deliveryNote: `C-11 ${quantity}`,
        lines: [{ itemId, quantity, unitCost }],
      })
    await meeting(app().databaseUrl, { ...holding(itemId), count: 3 }, () =>
      Promise.all([deliver(1, '1'), deliver(2, '4'), deliver(3, '7')]),
    )
    const { averageCost } = await member().call(getItem, { itemId })
    assert.equal(averageCost, '5')
  })

  test('deliveries of different items do not wait for one another', async () => {
    const [held, free] = [await item('C-12'), await item('C-13')]
    const deliver = ({ id: itemId, sku }: { id: string; sku: string }) =>
      member().call(receiveStock, {
        supplier: 'Acme',
        deliveryNote: sku,
        lines: [{ itemId, quantity: 1 }],
      })
    const holder = new pg.Client(app().databaseUrl)
    await holder.connect()
    await holder.query('begin')
    await holder.query(holding(held.id).lock)
    const waiting = deliver(held)
    const waiters = async () =>
      (
        await holder.query(`select pid, xact_start from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      ).rows
    let before = await waiters()
    while (before.length === 0) {
      await wait(5)
      before = await waiters()
    }
    await deliver(free)
    // The same transaction is still waiting: the other did not continue because this one gave up.
    assert.deepEqual(await waiters(), before)
    await holder.query('rollback')
    await holder.end()
    await waiting
    assert.deepEqual([await onHand(held.id), await onHand(free.id)], ['1', '1'])
  })
})

async function oneRefused(
  outcomes: PromiseSettledResult<unknown>[],
  code: Parameters<typeof refusal>[1],
): Promise<void> {
  const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  assert.equal(lost.length, 1, 'exactly one is refused')
  await refusal(Promise.reject(lost[0]), code)
}
