import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Decimal, dateAt } from '#contract'
import { newId } from '#platform'
import type { Item } from './items/item-rows.ts'
import { type Slot, sides, slotKey } from './ledger/stock.ts'
import { type Delivery, planDelivery, type State } from './plan-delivery.ts'

const receivedAt = '2026-03-01T12:00:00.000Z'
const main = { id: newId(), name: 'Main', kind: 'stock' as const }
const shelf = { id: newId(), name: 'Shelf', kind: 'stock' as const }
const supplier = { id: sides.supplier, name: 'Supplier', kind: 'supplier' as const }
const context = {
  places: new Map([main, shelf, supplier].map((place) => [place.id, place])),
  main,
  now: new Date(receivedAt),
  timeZone: 'UTC',
  today: dateAt(new Date(receivedAt), 'UTC'),
  currency: 'EUR',
}

const kinds = {
  plain: { lotTracking: false, expiryTracking: false },
  lots: { lotTracking: true, expiryTracking: false },
  expiring: { lotTracking: true, expiryTracking: true },
}
const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]
const dates = ['2026-02-28', '2026-03-01', '2999-01-31']
const decimal = (most: number, scale: number) =>
  fc.integer({ min: 1, max: most }).map((units) => Decimal.of(`${units}e-${scale}`))
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const anyLine = fc.record({
  kind: fc.constantFrom(...kindNames, 'unknown' as const),
  lot: sometimes(fc.constantFrom('A', 'B')),
  expiresOn: sometimes(fc.constantFrom(...dates)),
  acceptExpired: sometimes(fc.boolean()),
  unitCost: sometimes(decimal(100_000, 4)),
  locationId: sometimes(fc.constantFrom(shelf.id, supplier.id, newId())),
  quantity: decimal(1_000_000, 3),
})
/** A line that is right by itself, whatever the stock: its lot expires as all others of that name do. */
const goodLine = fc.record({ kind: fc.constantFrom(...kindNames), line: anyLine }).map(({ kind, line }) => ({
  ...line,
  kind,
  acceptExpired: true,
  locationId: line.locationId === shelf.id ? shelf.id : undefined,
  lot: kind === 'plain' ? undefined : (line.lot ?? 'A'),
  expiresOn: kind === 'expiring' ? dates[2] : undefined,
}))

const anyStock = fc.record({
  onHand: decimal(1_000_000, 3),
  averageCost: fc.option(decimal(1_000_000, 4)),
  /** Lots that exist, with their expiry and whether every movement of theirs was reversed. */
  lots: fc.dictionary(
    fc.constantFrom('A', 'B'),
    fc.record({ expiresOn: fc.option(fc.constantFrom(...dates)), isReversed: fc.boolean() }),
  ),
})

type LineTerms = typeof anyLine extends fc.Arbitrary<infer Line> ? Line : never
type Stock = typeof anyStock extends fc.Arbitrary<infer Terms> ? Terms : never

const anyCase = fc
  .tuple(fc.array(anyLine, { minLength: 1, maxLength: 6 }), anyStock)
  .map(([lines, stock]) => caseOf(lines, stock))
const goodCase = fc
  .tuple(fc.array(goodLine, { minLength: 1, maxLength: 6 }), anyStock)
  .map(([lines, stock]) => caseOf(lines, { ...stock, lots: {} }))

/** The state that a delivery meets, and the delivery, both frozen. */
function caseOf(lines: LineTerms[], { onHand, averageCost, lots }: Stock) {
  const items = kindNames.map(
    (kind): Item => ({
      id: newId(),
      version: 1,
      sku: kind,
      name: kind,
      unit: 'box',
      gtin: null,
      ...kinds[kind],
      reorderLevel: null,
      onHand,
      averageCost,
      createdAt: receivedAt,
      updatedAt: receivedAt,
    }),
  )
  const idOf = (kind: string) => items.find(({ sku }) => sku === kind)?.id ?? newId()
  const reversedLots = new Set<string>()
  const slots = items.flatMap(({ id: itemId, sku }) =>
    (sku === 'plain' ? [null] : [null, 'A', 'B']).flatMap((name) => {
      const known = name === null ? undefined : lots[name]
      const lot =
        name === null
          ? null
          : { id: newId(), name, expiresOn: known?.expiresOn ?? null, quarantineReason: null, isNew: !known }
      if (lot && known?.isReversed) reversedLots.add(lot.id)
      return [main, shelf].map(
        (place): Slot => ({ itemId, lot, locationId: place.id, balanceId: null, onHand }),
      )
    }),
  )
  const delivery: Delivery = {
    supplier: 'Acme',
    deliveryNote: 'DN-1',
    lines: lines.map(({ kind, ...line }) => ({ itemId: idOf(kind), ...line })),
  }
  const state: State = { context, items, slots, reversedLots }
  return { state: deepFreeze(state), delivery: deepFreeze(delivery) }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of value instanceof Map ? value.values() : Object.values(value)) deepFreeze(part)
  }
  return value
}

/** A plan as text, so that whole plans can be compared. */
const written = ({ expiries, averageCosts, ...plan }: ReturnType<typeof planDelivery>) =>
  JSON.stringify([plan, [...expiries!], [...averageCosts!]])

test('the same delivery planned twice gives the same plan, and neither state nor delivery changes', () => {
  fc.assert(
    fc.property(anyCase, ({ state, delivery }) => {
      const before = JSON.stringify([state, delivery])
      const plan = planDelivery(state, delivery, receivedAt)
      assert.equal(written(planDelivery(state, delivery, receivedAt)), written(plan))
      assert.equal(JSON.stringify([state, delivery]), before)
    }),
  )
})

test('a delivery that is not refused moves exactly its quantities into its slots, from the supplier', () => {
  fc.assert(
    fc.property(goodCase, ({ state, delivery }) => {
      const { moves, refusals } = planDelivery(state, delivery, receivedAt)
      assert.deepEqual(refusals, [])
      const moved = Map.groupBy(moves, ({ slot }) => slotKey(slot))
      const delivered = Map.groupBy(delivery.lines, ({ itemId = '', lot = null, locationId = main.id }) =>
        slotKey({ itemId, lot, locationId }),
      )
      assert.deepEqual([...moved.keys()].toSorted(), [...delivered.keys()].toSorted())
      for (const [key, own] of moved)
        assert.ok(
          Decimal.sum(own.map(({ change }) => change)).equals(
            Decimal.sum(delivered.get(key)!.map(({ quantity }) => quantity)),
          ),
        )
      assert.ok(moves.every(({ change, side }) => change.sign > 0 && side === sides.supplier))
    }),
  )
})

test('every line with a wrong item, location or lot is refused, however many there are', () => {
  fc.assert(
    fc.property(anyCase, ({ state, delivery }) => {
      const refused = new Set(planDelivery(state, delivery, receivedAt).refusals.map(({ line }) => line))
      for (const [at, line] of delivery.lines.entries()) {
        const item = state.items.find(({ id }) => id === line.itemId)
        const isPlaced = line.locationId === undefined || line.locationId === shelf.id
        const hasLotIfTracked = item?.lotTracking === (line.lot !== undefined)
        const isUntrackedWithExpiry = !item?.lotTracking && line.expiresOn !== undefined
        if (!item || !isPlaced || !hasLotIfTracked || isUntrackedWithExpiry) assert.ok(refused.has(at))
      }
    }),
  )
})

test('a lot has one expiry: the stored one, or the first given if there is none or all of it was reversed', () => {
  fc.assert(
    fc.property(anyCase, ({ state, delivery }) => {
      const { moves, expiries, refusals } = planDelivery(state, delivery, receivedAt)
      if (refusals.length > 0) return
      for (const [at, { slot }] of moves.entries()) {
        if (!slot.lot) continue
        const expiry = expiries!.get(slot.lot.id) ?? slot.lot.expiresOn
        const { expiresOn } = delivery.lines[at]!
        if (expiresOn !== undefined) assert.equal(expiresOn, expiry)
        if (slot.lot.expiresOn && !state.reversedLots.has(slot.lot.id))
          assert.equal(expiry, slot.lot.expiresOn)
      }
    }),
  )
})

test('an expired lot is refused unless the line accepts it', () => {
  fc.assert(
    fc.property(anyCase, ({ state, delivery }) => {
      const { moves, expiries, refusals } = planDelivery(state, delivery, receivedAt)
      const expired = refusals.filter(({ code }) => code === 'expired_on_arrival')
      for (const { line } of expired) assert.ok(!delivery.lines[line]!.acceptExpired)
      if (refusals.length > 0) return
      for (const [at, { slot }] of moves.entries()) {
        const expiry = slot.lot && (expiries!.get(slot.lot.id) ?? slot.lot.expiresOn)
        if (expiry && expiry < context.today) assert.equal(delivery.lines[at]!.acceptExpired, true)
      }
    }),
  )
})

test('the average cost times the stock is the value before plus the value received', () => {
  fc.assert(
    fc.property(goodCase, ({ state, delivery }) => {
      const { averageCosts } = planDelivery(state, delivery, receivedAt)
      for (const item of state.items) {
        const own = delivery.lines.filter(({ itemId }) => itemId === item.id)
        const costed = own.filter(({ unitCost }) => unitCost)
        if (costed.length === 0) {
          assert.deepEqual(averageCosts!.get(item.id), own.length > 0 ? item.averageCost : undefined)
          continue
        }
        const known = item.averageCost ? item.onHand : Decimal.zero
        const quantity = known.plus(Decimal.sum(costed.map((line) => line.quantity)))
        const value = known
          .times(item.averageCost ?? Decimal.zero)
          .plus(Decimal.sum(costed.map((line) => line.quantity.times(line.unitCost!))))
        const error = averageCosts!.get(item.id)!.times(quantity).minus(value).abs()
        assert.ok(error.lessThan(Decimal.of('1e-15')))
      }
    }),
  )
})

test('what expires today is not expired', () => {
  const line = {
    kind: 'expiring' as const,
    lot: 'A' as const,
    acceptExpired: undefined,
    unitCost: undefined,
    locationId: undefined,
    quantity: Decimal.of(1),
  }
  const stock = { onHand: Decimal.zero, averageCost: null, lots: {} }
  for (const [expiresOn, codes] of [
    [context.today, []],
    ['2026-02-28', ['expired_on_arrival']],
    [undefined, ['validation_failed']],
  ] as const) {
    const { state, delivery } = caseOf([{ ...line, expiresOn }], stock)
    const { refusals } = planDelivery(state, delivery, receivedAt)
    assert.deepEqual(
      refusals.map(({ code }) => code),
      codes,
    )
  }
})

test('the expiry of a lot can only be changed once all of it was reversed', () => {
  const line = (expiresOn: string | undefined) => ({
    kind: 'lots' as const,
    lot: 'A' as const,
    expiresOn,
    acceptExpired: undefined,
    unitCost: undefined,
    locationId: undefined,
    quantity: Decimal.of(1),
  })
  const stored = (isReversed: boolean) => ({ A: { expiresOn: '2999-01-31', isReversed } })
  const cases = [
    { lots: stored(false), given: ['2998-01-31'], refused: [0], expiry: undefined },
    { lots: stored(true), given: ['2998-01-31'], refused: [], expiry: '2998-01-31' },
    { lots: stored(true), given: ['2998-01-31', '2999-01-31'], refused: [1], expiry: '2998-01-31' },
    { lots: {}, given: ['2998-01-31', undefined, '2998-01-31'], refused: [], expiry: '2998-01-31' },
    { lots: {}, given: ['2998-01-31', '2997-01-31', '2996-01-31'], refused: [1, 2], expiry: '2998-01-31' },
  ]
  for (const { lots, given, refused, expiry } of cases) {
    const { state, delivery } = caseOf(given.map(line), { onHand: Decimal.zero, averageCost: null, lots })
    const { refusals, expiries } = planDelivery(state, delivery, receivedAt)
    assert.deepEqual(
      refusals.map(({ line, code }) => [line, code]),
      refused.map((at) => [at, 'lot_expiry_differs']),
    )
    assert.equal([...expiries!.values()][0], expiry)
  }
})

test('the date of receipt decides what has expired, not the date of entry', () => {
  const line = {
    kind: 'expiring' as const,
    lot: 'A' as const,
    expiresOn: '2026-02-28',
    acceptExpired: undefined,
    unitCost: undefined,
    locationId: undefined,
    quantity: Decimal.of(1),
  }
  const { state, delivery } = caseOf([line], { onHand: Decimal.zero, averageCost: null, lots: {} })
  assert.deepEqual(planDelivery(state, delivery, '2026-02-28T23:00:00.000Z').refusals, [])
  assert.equal(planDelivery(state, delivery, '2026-03-01T00:00:00.000Z').refusals.length, 1)
})
