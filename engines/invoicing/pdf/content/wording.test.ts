import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grouped, longDate, money, oneLine, plainMoney, plainNumber } from './wording.ts'

test('amounts, quantities, dates and IBANs are formatted in English, exactly', () => {
  assert.equal(money('1234.5', 'EUR'), '€1,234.50')
  assert.equal(money('-0.01', 'EUR'), '-€0.01')
  assert.equal(money('1200', 'JPY'), '¥1,200')
  assert.equal(money('1.005', 'KWD'), 'KWD\u00A01.005')
  assert.equal(money('12345678901234567.89', 'EUR'), '€12,345,678,901,234,567.89')
  assert.equal(plainMoney('0.0125', 'EUR'), '0.0125')
  assert.equal(plainMoney('85', 'EUR'), '85.00')
  assert.equal(plainNumber('2.500000'), '2.5')
  assert.equal(longDate('2026-03-01'), '1 March 2026')
  assert.equal(grouped('DE89 37040044 0532013000'), 'DE89 3704 0044 0532 0130 00')
  assert.equal(oneLine('a\n\u0085 b'), 'a b')
})
