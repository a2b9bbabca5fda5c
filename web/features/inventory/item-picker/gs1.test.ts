import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGs1 } from './gs1.ts'

const gtin = '04006381333931'

test('the code on a medicine contains its GTIN, lot and expiry date, in any order', () => {
  const all = { gtin, lot: 'B77', expiresOn: '2030-03-31' }
  assert.deepEqual(readGs1(`01${gtin}1730033110B77`), all)
  assert.deepEqual(readGs1(`]d201${gtin}21S-1234\u001d17300331\u001d10B77`), all)
  assert.deepEqual(readGs1(`]C101${gtin}10B77\u001d17300300`), all)
  assert.equal(readGs1(`01${gtin}10${'L'.repeat(20)}`)?.lot, 'L'.repeat(20))
})

test('missing parts are left out', () => {
  assert.deepEqual(readGs1(`01${gtin}`), { gtin })
  assert.deepEqual(readGs1(`01${gtin}17301331`), { gtin })
})

for (const text of [
  '',
  gtin,
  '4006381333931',
  'AMOX-500',
  `01${gtin.slice(1)}`,
  `01${gtin}99X`,
  '10B77',
  `01${gtin}10`,
  `01${gtin}10${'L'.repeat(21)}`,
])
  test(`“${text}” is not such a code`, () => assert.equal(readGs1(text), null))
