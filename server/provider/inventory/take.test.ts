import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjustStock,
  createItem,
  createLocation,
  Decimal,
  fullAccess,
  getItem,
  listLevels,
  receiveStock,
  reverseMovements,
} from '#contract'
import { newId, Refusal } from '#platform'
import { meeting, onDatabase, onPostgres, refusal, type TestApp } from '#testing'
import { movementsOf, returnStock, type TakeLine, takeStock } from './index.ts'

onDatabase('stock for invoices', (app) => {
  const member = () => app().as('member')
  const item = (sku: string, more: object = {}) =>
    member().call(createItem, { sku, name: `Item ${sku}`, unit: 'box', ...more })
  const receive = (deliveryNote: string, ...lines: object[]) =>
    member().call(receiveStock, { supplier: 'Acme', deliveryNote, lines: lines as never })
  const lots = async (itemId: string) =>
    (await member().call(listLevels, { itemId })).data.map(({ lot, onHand }) => [lot, onHand])
  const take = (id: string, ...lines: TextLine[]) => takeIn(app(), id, lines)
  const putBack = (id: string, ...lines: [string, string][]) => putBackIn(app(), id, lines)
  const refused = async (call: Promise<unknown>, code: string) => {
    const error = await call.then(
      () => assert.fail(`should be refused with ${code}`),
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof Refusal)) throw error
    assert.equal(error.code, code)
    return error.fields.map(({ path }) => path)
  }

  test('a sale takes first expired first but nothing expired, and is returned to the same lots', async () => {
    const { id: itemId } = await item('T-1', { expiryTracking: true })
    const line = { itemId, quantity: 5 }
    await receive(
      'T-1',
      { ...line, lot: 'late', expiresOn: '2999-03-01' },
      { ...line, lot: 'old', expiresOn: '2020-01-01', acceptExpired: true },
      { ...line, lot: 'soon', expiresOn: '2999-02-01' },
    )
    const [sale, creditNote] = [newId(), newId()]
    const [first = '', second = ''] = await take(
      sale,
      { itemId, quantity: '7' },
      { itemId, quantity: '1', lot: 'old', acceptExpired: true },
    )
    assert.deepEqual(await lots(itemId), [
      ['late', '3'],
      ['old', '4'],
    ])
    await putBack(creditNote, [first, '1'])
    await putBack(newId(), [first, '2'], [second, '1'], [newId(), '9'])
    assert.deepEqual(await lots(itemId), [
      ['late', '5'],
      ['old', '5'],
      ['soon', '1'],
    ])
    await refused(putBack(newId(), [first, '5']), 'credit_exceeds_invoice')
    await putBack(newId(), [first, '4'])
    assert.deepEqual(await lots(itemId), [
      ['late', '5'],
      ['old', '5'],
      ['soon', '5'],
    ])

    const movements = await movementsOf(app().db.reader, [sale, creditNote])
    assert.deepEqual(
      movements.map(({ documentId, lot, quantity, from, to, reason }) => [
        documentId === sale,
        lot,
        String(quantity),
        from.name,
        to.name,
        reason,
      ]),
      [
        [true, 'soon', '5', 'Main', 'Consumption', 'sold'],
        [true, 'late', '2', 'Main', 'Consumption', 'sold'],
        [true, 'old', '1', 'Main', 'Consumption', 'sold'],
        [false, 'late', '1', 'Consumption', 'Main', 'returned'],
      ],
    )
    await refusal(member().call(reverseMovements, { documentId: sale }), 'not_reversible')
  })

  test('all short and wrong lines are named, and nothing is taken', async () => {
    const { id: itemId } = await item('T-2', { lotTracking: true })
    const { id: plainId } = await item('T-3')
    const ward = await member().call(createLocation, { name: 'Ward' })
    await receive(
      'T-2',
      { itemId, quantity: 5, lot: 'A' },
      { itemId: plainId, quantity: 1, locationId: ward.id },
    )
    const short = take(
      newId(),
      { itemId, quantity: '1' },
      { itemId, quantity: '6', lot: 'A' },
      { itemId: plainId, quantity: '1' },
      { itemId: plainId, quantity: '1', locationId: ward.id },
    )
    assert.deepEqual(await refused(short, 'insufficient_stock'), [
      'lines[0].quantity',
      'lines[1].quantity',
      'lines[2].quantity',
    ])
    const wrong = take(
      newId(),
      { itemId, quantity: '1', lot: 'B' },
      { itemId: newId(), quantity: '1' },
      { itemId: plainId, quantity: '1', lot: 'B' },
      { itemId: plainId, quantity: '1', locationId: newId() },
    )
    assert.deepEqual(await refused(wrong, 'lot_not_found'), [
      'lines[0].lot',
      'lines[1].itemId',
      'lines[2].lot',
      'lines[3].locationId',
    ])
    assert.equal((await member().call(getItem, { itemId })).onHand, '5')
    await take(newId(), { itemId: plainId, quantity: '1', locationId: ward.id, lot: null })
  })

  test('a named lot that has expired is refused unless the line accepts it', async () => {
    const { id: itemId } = await item('T-6', { expiryTracking: true })
    await receive('T-6', { itemId, quantity: 5, lot: 'old', expiresOn: '2020-01-01', acceptExpired: true })
    const lines = [
      { itemId, quantity: '1', lot: 'OLD' },
      { itemId, quantity: '9', lot: 'old', acceptExpired: true },
      { itemId, quantity: '1', lot: 'new', acceptExpired: true },
    ]
    assert.deepEqual(await refused(take(newId(), ...lines), 'lot_expired'), [
      'lines[0].lot',
      'lines[1].quantity',
      'lines[2].lot',
    ])
    assert.deepEqual(await lots(itemId), [['old', '5']])
  })

  test('reversals and adjustments since do not change what is returned', async () => {
    const { id: itemId } = await item('T-4')
    const { receiptId } = await receive('T-4', { itemId, quantity: 2, unitCost: '3' })
    await receive('T-4b', { itemId, quantity: 2, unitCost: '5' })
    const [line = ''] = await take(newId(), { itemId, quantity: '2' })
    await member().call(reverseMovements, { documentId: receiptId })
    await member().call(adjustStock, { mode: 'count', reason: 'recount', lines: [{ itemId, quantity: 7 }] })
    await putBack(newId(), [line, '2'])
    assert.equal((await member().call(getItem, { itemId })).onHand, '9')
  })
})

onPostgres('simultaneous credit notes', (app) => {
  test('two returns of the same stock do not return it twice', async () => {
    const member = app().as('member')
    const { id: itemId } = await member.call(createItem, { sku: 'T-5', name: 'Item', unit: 'box' })
    const lines = [{ itemId, quantity: 3 }]
    await member.call(receiveStock, { supplier: 'Acme', deliveryNote: 'T-5', lines })
    const [line = ''] = await takeIn(app(), newId(), [{ itemId, quantity: '3' }])
    const lock = `select from items where id = '${itemId}' for no key update`
    const outcomes = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.allSettled([1, 2].map(() => putBackIn(app(), newId(), [[line, '2']]))),
    )
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    assert.equal((await member.call(getItem, { itemId })).onHand, '2')
  })
})

const actorOf = ({ people: { member } }: TestApp) => ({
  ...member,
  userId: member.id,
  role: 'member' as const,
  access: fullAccess,
  via: 'session' as const,
  apiKey: null,
  session: null,
  address: '127.0.0.1',
})

type TextLine = Omit<TakeLine, 'path' | 'line' | 'quantity'> & { quantity: string }

/** Takes stock as an invoice does. Returns the ids of its lines. */
function takeIn(app: TestApp, id: string, lines: TextLine[]): Promise<string[]> {
  const taken = lines.map((line, n) => ({
    path: `lines[${n}]`,
    line: newId(),
    ...line,
    quantity: Decimal.of(line.quantity),
  }))
  return app.db.transaction(async (tx) => {
    await takeStock(tx, actorOf(app), { id, kind: 'sale' }, taken)
    return taken.map(({ line }) => line)
  })
}

/** Puts stock back as a credit note does. */
function putBackIn(app: TestApp, id: string, lines: [string, string][]): Promise<void> {
  const back = lines.map(([line, quantity]) => ({ line, quantity: Decimal.of(quantity) }))
  return app.db.transaction((tx) => returnStock(tx, actorOf(app), { id, kind: 'return' }, back))
}
