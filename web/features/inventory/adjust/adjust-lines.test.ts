import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdjustmentReason, Item } from '#contract'
import { adjustmentOf, blankLine } from './adjust-lines.ts'

const item: Item = {
  id: '01900000-0000-7000-8000-000000000001',
  version: 1,
  sku: 'A-100',
  name: 'Gloves',
  unit: 'box',
  gtin: null,
  lotTracking: false,
  expiryTracking: false,
  reorderLevel: null,
  onHand: '5',
  usable: '5',
  averageCost: null,
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T09:30:00.000Z',
}
const seen = { slot: '', onHand: '5' }

const sent = (mode: 'delta' | 'count', reason: AdjustmentReason, quantity: string) =>
  adjustmentOf({ mode, reason, note: '', locationId: '', lines: [{ ...blankLine, item, quantity, seen }] })
    .lines[0]

test('quantities are typed without a sign for reasons that remove stock and for those that add it', () => {
  assert.equal(sent('delta', 'damaged', '3')?.quantity, '-3')
  assert.equal(sent('delta', 'damaged', '0.5')?.quantity, '-0.5')
  assert.equal(sent('delta', 'damaged', '-3')?.quantity, '-3')
  assert.equal(sent('delta', 'found', '3')?.quantity, '3')
  assert.equal(sent('delta', 'correction', '-3')?.quantity, '-3')
  assert.equal(sent('delta', 'damaged', '0')?.quantity, '0')
  assert.equal(sent('delta', 'damaged', 'three')?.quantity, 'three')
})

test('a count is sent unchanged, with the quantity on hand when it began', () => {
  const line = sent('count', 'recount', '4')
  assert.deepEqual([line?.quantity, line?.expectedOnHand], ['4', '5'])
  assert.equal(sent('delta', 'found', '4')?.expectedOnHand, undefined)
})
