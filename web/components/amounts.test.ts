import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDecimals, formatAmount, formatUnitPrice, isLess, isSame, subtractDecimals } from './amounts.ts'

test('amounts are written exactly, with the decimals of their currency', () => {
  assert.match(formatAmount('12345678901234567.89', 'EUR'), /12.345.678.901.234.567.89$/)
  assert.match(formatAmount('3', 'JPY'), /¥3$/)
  assert.match(formatAmount('1.250', 'KWD'), /1.250$/)
  assert.match(formatAmount('1200.50', 'HUF'), /1.200.50$/)
  assert.match(formatUnitPrice('0.0125', 'EUR'), /0.0125$/)
  assert.match(formatUnitPrice('85', 'EUR'), /85.00$/)
})

test('decimals are added and subtracted exactly', () => {
  assert.equal(addDecimals('0.1', '0.20'), '0.30')
  assert.equal(addDecimals('999999999999.999999', '0.000001'), '1000000000000.000000')
  assert.equal(subtractDecimals('2.5', '1'), '1.5')
  assert.equal(subtractDecimals('1', '2.5'), '-1.5')
  assert.equal(subtractDecimals('1', '1.00'), '0.00')
})

test('decimals are compared by what they are, not by how they are written', () => {
  assert.equal(isLess('9', '10'), true)
  assert.equal(isLess('-1', '-0.5'), true)
  assert.equal(isLess('0.000001', '0.000001'), false)
  assert.equal(isLess('10.5', '10.49'), false)
  assert.equal(isSame('1.50', '1.5'), true)
  assert.equal(isSame('1.5', '-1.5'), false)
})
