import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjustStock,
  createItem,
  createLocation,
  listLevels,
  listMovements,
  receiveStock,
  updateItem,
} from '#contract'
import { onDatabase } from '#testing'

onDatabase('levels and movements', (app) => {
  const member = () => app().as('member')
  const item = (sku: string, more: object = {}) =>
    member().call(createItem, { sku, name: `Item ${sku}`, unit: 'box', ...more })
  const receive = (deliveryNote: string, ...lines: object[]) =>
    member().call(receiveStock, { supplier: 'Acme', deliveryNote, lines: lines as never })
  const levels = async (query: object) => {
    const { data } = await member().call(listLevels, query)
    return data.map(({ sku, lot, locationName, onHand }) => [sku, lot, locationName, onHand])
  }

  test('levels are listed by SKU, lot and location; empty ones only for items out of stock', async () => {
    const [b, a] = [await item('L-2', { lotTracking: true }), await item('L-1')]
    const shelf = await member().call(createLocation, { name: 'Shelf' })
    const line = { itemId: b.id, quantity: 2 }
    await receive(
      'L-1',
      { ...line, lot: 'Z' },
      { ...line, lot: 'A', locationId: shelf.id },
      { ...line, lot: 'A' },
    )
    assert.deepEqual(await levels({ q: 'L-' }), [
      ['L-1', null, 'Main', '0'],
      ['L-2', 'A', 'Main', '2'],
      ['L-2', 'A', 'Shelf', '2'],
      ['L-2', 'Z', 'Main', '2'],
    ])
    assert.deepEqual(await levels({ q: 'L-', locationId: shelf.id }), [['L-2', 'A', 'Shelf', '2']])
    assert.deepEqual(await levels({ itemId: a.id }), [['L-1', null, 'Main', '0']])
    const lost = [
      { itemId: b.id, lot: 'A', quantity: -2 },
      { itemId: b.id, lot: 'Z', quantity: -2 },
    ]
    await member().call(adjustStock, { mode: 'delta', reason: 'lost', lines: lost })
    assert.deepEqual(await levels({ itemId: b.id }), [['L-2', 'A', 'Shelf', '2']])
    const rest = [{ itemId: b.id, lot: 'A', quantity: 0, locationId: shelf.id }]
    await member().call(adjustStock, { mode: 'count', reason: 'recount', lines: rest })
    assert.deepEqual(await levels({ itemId: b.id }), [['L-2', null, 'Main', '0']])
  })

  test('items below their reorder level are found, even without any stock yet', async () => {
    await item('B-never', { reorderLevel: 1 })
    const low = await item('B-low', { reorderLevel: 5, lotTracking: true })
    const enough = await item('B-enough', { reorderLevel: 5 })
    const unasked = await item('B-unasked')
    await receive(
      'B-1',
      { itemId: low.id, quantity: 2, lot: 'A' },
      { itemId: low.id, quantity: 2, lot: 'B' },
      { itemId: enough.id, quantity: 5 },
    )
    assert.deepEqual(await levels({ q: 'B-', below: 'reorder' }), [
      ['B-low', 'A', 'Main', '2'],
      ['B-low', 'B', 'Main', '2'],
      ['B-never', null, 'Main', '0'],
    ])
    await member().call(updateItem, { itemId: unasked.id, reorderLevel: '0.5' })
    assert.equal((await levels({ q: 'B-unasked', below: 'reorder' })).length, 1)
  })

  test('lots on hand that expire before a date are found', async () => {
    const { id: itemId } = await item('E-1', { expiryTracking: true })
    const line = { itemId, quantity: 1 }
    await receive(
      'E-1',
      { ...line, lot: 'A', expiresOn: '2998-12-31' },
      { ...line, lot: 'B', expiresOn: '2999-01-01' },
      { ...line, lot: 'C', expiresOn: '2998-12-30' },
    )
    await member().call(adjustStock, {
      mode: 'delta',
      reason: 'lost',
      lines: [{ ...line, lot: 'C', quantity: -1 }],
    })
    assert.deepEqual(await levels({ expiringBefore: '2999-01-01' }), [['E-1', 'A', 'Main', '1']])
  })

  test('paging lists each level and movement once, even while stock moves', async () => {
    const items = await Promise.all([3, 1, 2, 5, 4].map((n) => item(`P-${n}`, { lotTracking: n < 3 })))
    const of = (sku: string) => items.find((item) => item.sku === sku)!.id
    const { movements } = await receive(
      'P-1',
      ...['D', 'B', 'A', 'C'].map((lot) => ({ itemId: of('P-1'), quantity: 1, lot })),
      { itemId: of('P-3'), quantity: 1 },
    )
    let note = 0
    const meanwhile = () => receive(`P ${note++}`, { itemId: of('P-5'), quantity: 1 })
    const listed = await everyPage((cursor) => member().call(listLevels, { limit: 2, q: 'P-', ...cursor }))
    assert.deepEqual(
      listed.map(({ sku, lot }) => `${sku} ${lot}`),
      ['P-1 A', 'P-1 B', 'P-1 C', 'P-1 D', 'P-2 null', 'P-3 null', 'P-4 null', 'P-5 null'],
    )
    const itemId = of('P-1')
    const moved = await everyPage((cursor) => member().call(listMovements, { limit: 3, itemId, ...cursor }))
    assert.deepEqual(moved, movements.slice(0, 4).toReversed())
    const ofLot = await member().call(listMovements, { lot: 'C' })
    assert.equal(ofLot.data.filter((movement) => movement.itemId === itemId).length, 1)
    assert.deepEqual((await member().call(listMovements, { itemId: of('P-3'), lot: 'C' })).data, [])

    async function everyPage<Row>(
      read: (cursor: { cursor?: string }) => Promise<{ data: Row[]; nextCursor: string | null }>,
    ): Promise<Row[]> {
      const rows: Row[] = []
      for (let cursor: { cursor?: string } = {}; ; ) {
        const page = await read(cursor)
        rows.push(...page.data)
        if (!page.nextCursor) return rows
        cursor = { cursor: page.nextCursor }
        await meanwhile()
      }
    }
  })
})
