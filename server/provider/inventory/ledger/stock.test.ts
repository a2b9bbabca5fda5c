import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '#contract'
import { newId } from '#platform'
import type { Item } from '../items/item-rows.ts'
import { draw } from './draw.ts'
import { createProblems } from './lines.ts'
import { averageCost, hasExpired, type Slot } from './stock.ts'

const decimal = (text: string) => Decimal.of(text)

test('the average cost follows receipts and their reversals', () => {
  type Change = [change: string, unitCost: string | null]
  const cases: [average: string | null, quantity: string, changes: Change[], expected: string | null][] = [
    [null, '4', [['6', '2']], '2'],
    ['2', '10', [['10', '4']], '3'],
    [
      '2',
      '10',
      [
        ['10', '4'],
        ['10', '5'],
      ],
      '3.66666666666666666667',
    ],
    ['2', '10', [['10', null]], '2'],
    ['3', '10', [['-10', '4']], null],
    ['3', '20', [['-10', '4']], '2'],
    ['3', '20', [['-10', '7']], '3'],
    ['2', '0', [['1', '0']], '0'],
    [null, '5', [], null],
  ]
  for (const [average, quantity, changes, expected] of cases) {
    const found = averageCost(
      average === null ? null : decimal(average),
      decimal(quantity),
      changes.map(([change, cost]) => ({
        change: decimal(change),
        unitCost: cost === null ? null : decimal(cost),
      })),
    )
    assert.equal(found && String(found), expected, JSON.stringify([average, quantity, changes]))
  }
})

test('a lot has expired from the day after its expiry date', () => {
  assert.equal(hasExpired('2026-03-01', '2026-03-01'), false)
  assert.equal(hasExpired('2026-02-28', '2026-03-01'), true)
  assert.equal(hasExpired(null, '2026-03-01'), false)
})

const item: Item = {
  id: newId(),
  version: 1,
  sku: 'GAUZE',
  name: 'Gauze',
  unit: 'box',
  gtin: null,
  lotTracking: true,
  expiryTracking: false,
  reorderLevel: null,
  onHand: Decimal.zero,
  averageCost: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
}
const location = { id: newId(), name: 'Main', kind: 'stock' as const }
const slotOf = (name: string, onHand: string): Slot => ({
  itemId: item.id,
  lot: { id: newId(), name, expiresOn: null, quarantineReason: null, isNew: false },
  locationId: location.id,
  balanceId: newId(),
  onHand: decimal(onHand),
})
const wish = (index: number, change: string, slot: Slot | null = null) => ({
  index,
  item,
  location,
  slot,
  change: decimal(change),
})
const [first, second] = [slotOf('A', '5'), slotOf('B', '5')]

function drawn(wishes: ReturnType<typeof wish>[], stocked = [first, second]) {
  const problems = createProblems()
  const draws = draw(wishes, stocked, problems)
  const changes = draws.map(({ index, slot, change }) => `${index}: ${slot.lot?.name} ${change}`)
  return { changes, problems: problems.inOrder().map(({ path, message }) => `${path}: ${message}`) }
}

test('lines without a lot take from the stock in order, after the lines that name one', () => {
  assert.deepEqual(drawn([wish(0, '-7')]).changes, ['0: A -5', '0: B -2'])
  assert.deepEqual(drawn([wish(0, '-3'), wish(1, '-4')]).changes, ['0: A -3', '1: A -2', '1: B -2'])
  assert.deepEqual(drawn([wish(0, '-4'), wish(1, '-3', first)]).changes, ['0: A -2', '0: B -2', '1: A -3'])
  assert.deepEqual(drawn([wish(0, '-10')], [second, first]).changes, ['0: B -5', '0: A -5'])
  assert.deepEqual(drawn([wish(0, '0', first)]).changes, [])
})

test('the lines of one slot are added up, and only those that take are refused', () => {
  assert.deepEqual(drawn([wish(0, '-6', first), wish(1, '1', first)]).problems, [])
  const { problems } = drawn([wish(0, '-4', first), wish(1, '1', first), wish(2, '-3', first)])
  const message = 'Not enough of lot A of GAUZE in Main: 6 needed, 5 on hand'
  assert.deepEqual(problems, [`lines[0].quantity: ${message}`, `lines[2].quantity: ${message}`])
  assert.deepEqual(drawn([wish(0, '-8'), wish(1, '-2.5')]).problems, [
    'lines[0].quantity: Not enough of GAUZE in Main: 10.5 needed, 10 usable',
    'lines[1].quantity: Not enough of GAUZE in Main: 10.5 needed, 10 usable',
  ])
})
