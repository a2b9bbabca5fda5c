import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addDecimals,
  formatAmount,
  formatQuantity,
  formatUnitPrice,
  isLess,
  isSame,
  readDecimal,
  subtractDecimals,
  unclearDecimal,
} from './amounts.ts'

test('a decimal is read as people type it, with a comma or a point, grouped or not', () => {
  for (const [typed, read] of [
    ['12,5', '12.5'],
    [' 12.50 ', '12.50'],
    ['-3,5', '-3.5'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1 234,5', '1234.5'],
    ['1’234’567.8', '1234567.8'],
    ['1.234.567,8', '1234567.8'],
    ['0,125', '0.125'],
    ['1,20', '1.20'],
    ['1.200', '1.200'],
  ] as const)
    assert.equal(readDecimal(typed), read)
})

test('what is no decimal stays as it was typed, for the contract to refuse', () => {
  for (const typed of ['', 'abc', '1,2,3', '1,234,567', '4%', '1.2.3'])
    assert.equal(readDecimal(typed), typed)
})

test('twelve hundred as it is written here is not read as one and a fifth, and the field says what to write', () => {
  for (const typed of [formatQuantity('1200'), '+1,200', '-12,345']) {
    assert.equal(readDecimal(` ${typed}`), typed)
    assert.match(unclearDecimal(typed) ?? '', /^Write [+-]?\d{4,5} or [+-]?\d{1,2}\.\d{3}$/)
  }
  assert.equal(unclearDecimal('1,20'), undefined)
})

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
