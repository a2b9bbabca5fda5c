import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemNamed } from './item-match.ts'

const gloves = { sku: 'A-1', name: 'Gloves', gtin: '04006381333931' }
const large = { sku: 'A-10', name: 'Gloves, large', gtin: null }

test('a SKU or a GTIN names its item, also where others contain it', () => {
  assert.equal(itemNamed('a-1', [large, gloves]), gloves)
  assert.equal(itemNamed('4006381333931', [large, gloves]), gloves)
})

test('part of a name names the only item that has it, and none of several', () => {
  assert.equal(itemNamed('large', [large]), large)
  assert.equal(itemNamed('gloves', [large, gloves]), undefined)
  assert.equal(itemNamed('gloves', []), undefined)
})
