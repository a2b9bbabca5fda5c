import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lost, request } from '../testing/requests.ts'
import type { Request } from './linearize.ts'
import { checkStock, type StockOp } from './stock.ts'

const change = (by: number, after: number | 'insufficient' | null) => ({ kind: 'change', by, after }) as const
const count = (to: number, expected: number | null, after: number | 'moved' | null) =>
  ({ kind: 'count', to, expected, after }) as const
const read = (level: number) => ({ kind: 'read', level }) as const
const violations = (...requests: Request<StockOp>[]) => checkStock({ item: requests })

test('stock that follows its changes is accepted, in whichever order they overlap', () => {
  const good = [
    request(0, 5, change(5, 7)),
    request(1, 4, change(2, 2)),
    request(6, 7, change(-8, 'insufficient')),
    request(6, 9, count(4, 7, 4)),
    request(8, 12, count(1, 7, 'moved')),
    request(10, 11, change(-1, null)),
    request(13, 14, read(3)),
  ]
  assert.deepEqual(violations(...good), [])
  assert.deepEqual(violations(lost(0, change(3, null)), request(9, 9.5, change(-3, 0))), [])
})

test('lost updates, stale reads and wrong refusals are found', () => {
  const received = request(0, 1, change(5, 5))
  const bad: Request<StockOp>[][] = [
    // Both deliveries saw an empty shelf.
    [received, request(0, 1, change(2, 2))],
    [received, request(2, 3, read(0))],
    [received, request(2, 3, change(-5, 'insufficient'))],
    [received, request(2, 3, count(3, 5, 'moved'))],
    [received, request(2, 3, count(3, 4, 3))],
    // Once means once.
    [lost(0, change(5, null)), request(1, 2, read(5)), request(3, 4, read(10))],
  ]
  for (const requests of bad) assert.equal(violations(...requests).length, 1, JSON.stringify(requests))
})
