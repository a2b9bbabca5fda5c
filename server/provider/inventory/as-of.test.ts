import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjustStock,
  createInvoice,
  createItem,
  createLocation,
  createPatient,
  getItem,
  type Input,
  listLevels,
  listMovements,
  listStockUsed,
  listValuation,
  type Movement,
  receiveStock,
  reverseMovements,
  transferStock,
} from '#contract'
import { onEachDatabase, refusal } from '#testing'
import { random } from '../../testing/random.ts'
import { assertBooks } from './testing/books.ts'
import { createReplay } from './testing/replay.ts'

onEachDatabase('stock as of a time', (app) => {
  const member = () => app().as('member')
  const item = async (sku: string, more: object = {}) =>
    (await member().call(createItem, { sku, name: sku, unit: 'box', ...more })).id
  let notes = 0
  const receive = (lines: Input<typeof receiveStock>['lines'], receivedAt?: string) =>
    member().call(receiveStock, {
      supplier: 'Acme',
      deliveryNote: `AO ${++notes}`,
      lines,
      ...(receivedAt && { receivedAt }),
    })

  test('equals a replay of the ledger at any time', async () => {
    const next = random(20)
    const below = (n: number) => Math.floor(next() * n)
    const items = [await item('AO-1'), await item('AO-2', { lotTracking: true }), await item('AO-3')]
    const main = (await receive([{ itemId: items[0]!, quantity: 7 }])).levels[0]!.locationId
    const ward = (await member().call(createLocation, { name: 'AO ward' })).id
    const documents: string[] = []
    for (let n = 0; n < 60; n++) {
      const itemId = items[below(3)]!
      const lot = itemId === items[1] ? { lot: 'AB'[below(2)]! } : {}
      const line = { itemId, ...lot, quantity: `${1 + below(9)}.${below(10)}` }
      const kind = below(10)
      // Some are refused, because there is too little: the ledger has what happened.
      const document = await (kind < 4
        ? receive(
            [
              { ...line, ...(below(4) > 0 && { unitCost: `${below(5)}.${below(999)}` }) },
              { ...line, quantity: 2, ...(below(2) > 0 && { unitCost: '1.1' }) },
            ],
            below(3) === 0 ? new Date(Date.now() - below(9) * 86_400_000).toISOString() : undefined,
          ).then(({ receiptId }) => receiptId)
        : kind < 7
          ? member()
              .call(adjustStock, {
                mode: 'delta',
                reason: 'other',
                lines: [{ ...line, quantity: `${below(3) > 0 ? '-' : ''}${line.quantity}` }],
              })
              .then(({ adjustmentId }) => adjustmentId)
          : kind < 9
            ? member()
                .call(transferStock, { from: main, to: ward, lines: [line] })
                .then(({ transferId }) => transferId)
            : member()
                .call(reverseMovements, { documentId: documents[below(documents.length)]! })
                .then(() => null)
      ).catch(() => null)
      if (document) documents.push(document)
    }
    await assertBooks(app())

    const replay = createReplay(await ledger())
    const times = new Set(replay.times().flatMap((time) => [time - 1, time, time + 1]))
    for (const time of times) {
      const asOf = new Date(time).toISOString()
      const levels = await member().call(listLevels, { q: 'AO-', asOf, limit: 200 })
      const stock = levels.data.filter(({ onHand }) => onHand !== '0')
      const wanted = replay.levelsAt(asOf)
      const found = stock.map(
        ({ itemId, lot, locationId, onHand }) => `${itemId} ${lot} ${locationId} ${onHand}`,
      )
      assert.deepEqual(found.toSorted(), wanted.levels.toSorted(), asOf)
      const { data } = await member().call(listValuation, { asOf, limit: 200 })
      const values = data.filter(({ sku }) => sku.startsWith('AO-'))
      assert.deepEqual(
        values.map(({ itemId, onHand, averageCost, value }) =>
          [itemId, onHand, averageCost, value].join(' '),
        ),
        wanted.values,
        asOf,
      )
    }
    const now = await member().call(listLevels, { q: 'AO-' })
    const asOf = new Date(Date.now() + 1000).toISOString()
    assert.deepEqual(
      (await member().call(listLevels, { q: 'AO-', asOf })).data.filter(inStock),
      now.data.filter(inStock),
    )
    assert.deepEqual(await member().call(listValuation, { asOf }), await member().call(listValuation))
  })

  const inStock = ({ onHand }: { onHand: string }) => onHand !== '0'

  async function ledger(): Promise<Movement[]> {
    const movements: Movement[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await member().call(listMovements, { limit: 200, ...(cursor && { cursor }) })
      movements.push(...page.data)
      cursor = page.nextCursor
    }
    return movements.filter(({ sku }) => sku.startsWith('AO-'))
  }

  test('pages like the current levels, and lists items out of stock only once they exist', async () => {
    const itemId = await item('AP-1', { lotTracking: true })
    const lots = ['A', 'B', 'C'].map((lot) => ({ itemId, lot, quantity: 1, unitCost: '0.335' }))
    await receive(lots, '2026-01-31T12:00:00Z')
    const at = (asOf: string, more: object = {}) =>
      member().call(listLevels, { itemId, asOf, limit: 2, ...more })
    const first = await at('2026-01-31T12:00:00Z')
    const rest = await at('2026-01-31T12:00:00Z', { cursor: first.nextCursor! })
    assert.deepEqual(
      [...first.data, ...rest.data].map(({ lot, onHand, itemOnHand, value }) => [
        lot,
        onHand,
        itemOnHand,
        value,
      ]),
      ['A', 'B', 'C'].map((lot) => [lot, '1', '3', '0.34']),
    )
    assert.deepEqual((await at('2026-01-31T11:59:59.999Z')).data, [])
    const problem = await refusal(at('2026-02-01T00:00:00Z', { below: 'reorder' }), 'validation_failed')
    assert.deepEqual(
      problem.errors?.map(({ path }) => path),
      ['below'],
    )
    for (const asOf of ['2026-02-30', 'now', '0000-01-01T00:00:00Z'])
      await refusal(at(asOf), 'validation_failed')
  })

  test('outgoing movements keep their cost, and stock used in a period costs that', async () => {
    const itemId = await item('AU-1')
    const { id: patientId } = await member().call(createPatient, { familyName: 'AU' })
    const sell = (quantity: number) =>
      member().call(createInvoice, {
        patientId,
        lines: [{ description: 'Box', quantity, unitPrice: 9, itemId }],
      })
    await receive([{ itemId, quantity: 10, unitCost: '2' }])
    const first = await sell(4)
    await receive([{ itemId, quantity: 6, unitCost: '4' }])
    const lines = [{ itemId, quantity: -1 }]
    const { adjustmentId } = await member().call(adjustStock, { mode: 'delta', reason: 'consumed', lines })
    await member().call(adjustStock, { mode: 'delta', reason: 'damaged', lines })
    const { data } = await member().call(listMovements, { itemId })
    assert.deepEqual(
      data.map(({ reason, unitCost }) => [reason, unitCost]),
      [
        ['damaged', '3'],
        ['consumed', '3'],
        ['received', '4'],
        ['sold', '2'],
        ['received', '2'],
      ],
    )
    assert.equal(first.movements[0]?.unitCost, '2')
    const used = async () => {
      const period = { from: '2000-01-01', to: '2999-12-31', limit: 200 }
      const all = await member().call(listStockUsed, period)
      return all.data.find((row) => row.itemId === itemId)
    }
    const { quantity, cost } = (await used())!
    assert.deepEqual([quantity, cost], ['5', '11.00'])
    const always = { from: '2000-01-01', to: '2999-12-31' }
    const page = await member().call(listStockUsed, { ...always, limit: 1 })
    const last = await member().call(listStockUsed, {
      ...always,
      ...(page.nextCursor && { cursor: page.nextCursor }),
    })
    assert.deepEqual(last.total, page.total)
    await member().call(reverseMovements, { documentId: adjustmentId })
    assert.deepEqual([(await used())?.quantity, (await used())?.cost], ['4', '8.00'])
    assert.deepEqual(
      (await member().call(listStockUsed, { from: '2000-01-01', to: '2000-12-31' })).total.cost,
      '0.00',
    )
    assert.equal((await member().call(getItem, { itemId })).averageCost, '3')
    const { errors } = await refusal(
      member().call(listStockUsed, { from: '2000-01-01' } as never),
      'validation_failed',
    )
    assert.deepEqual(
      errors?.map(({ path }) => path),
      ['to'],
    )
  })
})
