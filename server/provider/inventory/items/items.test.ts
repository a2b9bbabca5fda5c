import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjustStock,
  createItem,
  createLocation,
  type ErrorCode,
  getItem,
  listItems,
  listLevels,
  listLocations,
  updateItem,
} from '#contract'
import { newId } from '#platform'
import { meeting, onDatabase, onPostgres, refusal } from '#testing'

onDatabase('items and locations', (app) => {
  const member = () => app().as('member')
  const item = (sku: string, more: object = {}) =>
    member().call(createItem, { sku, name: `Item ${sku}`, unit: 'box', ...more })

  test('an item is created and found by part of its SKU or name and by its GTIN of any length', async () => {
    const script = await app().withKey('member')
    const made = await script.call(createItem, {
      sku: 'I-100%',
      name: 'Gauze, 10 cm',
      unit: 'roll',
      gtin: '96385074',
      reorderLevel: '2.50',
    })
    const { id: itemId, createdAt, ...rest } = made
    assert.deepEqual(rest, {
      version: 1,
      sku: 'I-100%',
      name: 'Gauze, 10 cm',
      unit: 'roll',
      gtin: '96385074',
      lotTracking: false,
      expiryTracking: false,
      reorderLevel: '2.5',
      onHand: '0',
      usable: '0',
      averageCost: null,
      updatedAt: createdAt,
    })
    assert.deepEqual(await member().call(getItem, { itemId }), made)
    for (const q of ['i-100%', 'gauze', 'gauze i-100%', '96385074', '00000096385074'])
      assert.deepEqual((await member().call(listItems, { q })).data, [made], q)
    assert.deepEqual((await member().call(listItems, { q: '100_' })).data, [])
  })

  test('SKUs and GTINs are unique', async () => {
    const { id: itemId } = await item('I-1', { gtin: '4006381333931' })
    const other = await item('I-2')
    await refusal(item('I-1'), 'sku_taken')
    const { errors } = await refusal(item('I-3', { gtin: '04006381333931' }), 'gtin_taken')
    assert.equal(errors?.[0]?.path, 'gtin')
    await refusal(item('I-3', { gtin: '4006381333932' }), 'validation_failed')
    await refusal(member().call(updateItem, { itemId: other.id, sku: 'I-1' }), 'sku_taken')
    await member().call(updateItem, { itemId, gtin: null })
    assert.equal((await item('I-3', { gtin: '04006381333931' })).gtin, '04006381333931')
  })

  test('an update with a stale version is refused', async () => {
    const { id: itemId, version } = await item('I-4', { reorderLevel: 5 })
    const renamed = await member().call(updateItem, { itemId, name: 'Renamed', reorderLevel: null, version })
    assert.deepEqual([renamed.name, renamed.reorderLevel, renamed.version], ['Renamed', null, 2])
    await refusal(member().call(updateItem, { itemId, name: 'Other', version }), 'stale_version')
    const same = await member().call(updateItem, { itemId, name: 'Renamed', version: 2 })
    assert.deepEqual(same, renamed)
    await refusal(member().call(updateItem, { itemId: newId(), name: 'Other' }), 'item_not_found')
  })

  test('expiry tracking implies lot tracking, and both are fixed once stock has moved', async () => {
    const { id: itemId, lotTracking } = await item('I-5', { expiryTracking: true })
    assert.equal(lotTracking, true)
    await refusal(item('I-6', { expiryTracking: true, lotTracking: false }), 'validation_failed')
    await refusal(member().call(updateItem, { itemId, lotTracking: false }), 'validation_failed')
    const untracked = await member().call(updateItem, { itemId, lotTracking: false, expiryTracking: false })
    assert.deepEqual([untracked.lotTracking, untracked.expiryTracking], [false, false])
    const lines = (quantity: number) => ({ lines: [{ itemId, quantity }] })
    await member().call(adjustStock, { mode: 'delta', reason: 'found', ...lines(1) })
    await member().call(adjustStock, { mode: 'delta', reason: 'lost', ...lines(-1) })
    const { errors } = await refusal(
      member().call(updateItem, { itemId, expiryTracking: true }),
      'item_has_moved',
    )
    assert.deepEqual(
      errors?.map(({ path }) => path),
      ['lotTracking', 'expiryTracking'],
    )
    assert.equal((await member().call(updateItem, { itemId, lotTracking: false, name: 'Same' })).version, 3)
  })

  test('the unit is fixed while there is stock, and every fixed field is named', async () => {
    const { id: itemId } = await item('I-7')
    await member().call(updateItem, { itemId, unit: 'bag' })
    const lines = (quantity: number) => ({ lines: [{ itemId, quantity }] })
    await member().call(adjustStock, { mode: 'delta', reason: 'found', ...lines(2) })
    const { errors } = await refusal(member().call(updateItem, { itemId, unit: 'roll' }), 'item_in_stock')
    assert.deepEqual(errors, [{ path: 'unit', message: 'Fixed while 2 bag are in stock' }])
    const both = await refusal(
      member().call(updateItem, { itemId, unit: 'roll', lotTracking: true }),
      'item_has_moved',
    )
    assert.deepEqual(
      both.errors?.map(({ path }) => path),
      ['lotTracking', 'unit'],
    )
    await member().call(updateItem, { itemId, unit: 'bag', name: 'Same unit' })
    await member().call(adjustStock, { mode: 'delta', reason: 'lost', ...lines(-2) })
    assert.equal((await member().call(updateItem, { itemId, unit: 'roll' })).unit, 'roll')
  })

  test('items are listed by SKU, each once, even while others are created', async () => {
    for (const n of [5, 1, 4, 2, 3]) await item(`Paged ${n}`)
    const skus: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(cursor)
      skus.push(...page.data.map(({ sku }) => sku))
      cursor = page.nextCursor
      await item(`Paged 0${skus.length}`)
    } while (cursor)
    assert.deepEqual(
      skus,
      [1, 2, 3, 4, 5].map((n) => `Paged ${n}`),
    )

    function list(cursor: string | null) {
      return member().call(listItems, { limit: 2, q: 'Paged', ...(cursor && { cursor }) })
    }
  })

  test('renaming the last item of a page neither skips nor repeats others', async () => {
    const ids = new Map<string, string>()
    for (const n of [1, 2, 3, 4]) ids.set(`Turned ${n}`, (await item(`Turned ${n}`)).id)
    for (const list of [listItems, listLevels]) {
      const first = await member().call(list, { limit: 2, q: 'Turned' })
      const itemId = ids.get('Turned 2')!
      for (const sku of ['Turned 0', 'Turned 9', 'Turned 2']) {
        await member().call(updateItem, { itemId, sku })
        const rest = await member().call(list, { q: 'Turned', cursor: first.nextCursor! })
        const others = rest.data.map((row) => row.sku).filter((found) => found !== sku)
        assert.deepEqual(others, ['Turned 3', 'Turned 4'])
      }
    }
  })

  test('there is a default location and the sides of the ledger, and new locations hold stock', async () => {
    const { data } = await member().call(listLocations)
    assert.deepEqual(
      data.slice(0, 5).map(({ name, kind, isDefault }) => [name, kind, isDefault]),
      [
        ['Main', 'stock', true],
        ['Supplier', 'supplier', false],
        ['Consumption', 'consumption', false],
        ['Loss', 'loss', false],
        ['Variance', 'variance', false],
      ],
    )
    const made = await member().call(createLocation, { name: 'Ward 3' })
    assert.deepEqual([made.kind, made.isDefault], ['stock', false])
    await refusal(member().call(createLocation, { name: ' ward 3' }), 'location_name_taken')
    await refusal(member().call(createLocation, { name: 'MAIN' }), 'location_name_taken')
    const stock = await member().call(listLocations, { kind: 'stock', limit: 1 })
    const rest = await member().call(listLocations, { kind: 'stock', cursor: stock.nextCursor! })
    assert.deepEqual(
      rest.data.map(({ name }) => name),
      ['Ward 3'],
    )
  })
})

onPostgres('items that are updated and moved simultaneously', (app) => {
  const member = () => app().as('member')

  test('the tracking of an item cannot change during its first movement', async () => {
    const { id: itemId } = await member().call(createItem, { sku: 'Meets', name: 'Meets', unit: 'box' })
    await afterFirstMovement(itemId, { lotTracking: true }, 'item_has_moved')
  })

  test('nor can its unit', async () => {
    const { id: itemId } = await member().call(createItem, { sku: 'Unit', name: 'Unit', unit: 'box' })
    await afterFirstMovement(itemId, { unit: 'piece' }, 'item_in_stock')
  })

  /** Updates an item while its first movement waits for its lock. */
  async function afterFirstMovement(itemId: string, change: object, code: ErrorCode): Promise<void> {
    const lock = `select from items where id = '${itemId}' for update`
    const [moved, changed] = await meeting(app().databaseUrl, { lock, count: 2 }, async (waiting) => {
      const move = member().call(adjustStock, {
        mode: 'delta',
        reason: 'found',
        lines: [{ itemId, quantity: 1 }],
      })
      await waiting(1)
      return Promise.allSettled([move, member().call(updateItem, { itemId, ...change })])
    })
    assert.equal(moved.status, 'fulfilled')
    await refusal(changed.status === 'rejected' ? Promise.reject(changed.reason) : Promise.resolve(), code)
  }
})
