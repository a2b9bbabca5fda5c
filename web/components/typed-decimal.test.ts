import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choicesOf, marksIn, readDecimal, shownDecimal, typedDecimals } from './typed-decimal.ts'

test('a number is read as people type and paste it, whatever marks and digits they use', () => {
  for (const [typed, read] of [
    ['12,5', '12.5'],
    [' 12.50 ', '12.50'],
    ['-3,5', '-3.5'],
    ['−3,5', '-3.5'],
    ['+7', '7'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1 234,5', '1234.5'],
    ['1\u202f200,50', '1200.50'],
    ['1\u00a0200', '1200'],
    ['1’234’567.8', '1234567.8'],
    ["1'200.50", '1200.50'],
    ['1.234.567,8', '1234567.8'],
    ['1,234,567', '1234567'],
    ['1,20,000', '120000'],
    ['12,34,567.125', '1234567.125'],
    ['1.200,125', '1200.125'],
    ['0,125', '0.125'],
    ['1200,500', '1200.500'],
    ['1,20', '1.20'],
    ['١٬٢٠٠', '1200'],
    ['١٫٢٠٠', '1.200'],
    ['۱۲٫۵', '12.5'],
    ['１２．５', '12.5'],
    ['१२.५', '12.5'],
  ] as const)
    assert.deepEqual(typedDecimals(typed), [read], typed)
})

test('a number with one mark and three digits after it can be two numbers, and nothing accepts it until one is chosen', () => {
  for (const typed of ['1.200', '1,200', ' 1,200', '-12,345', '+12.345', '１，２００', '999.999']) {
    const [whole = '', fraction = '', ...others] = typedDecimals(typed)
    assert.equal(Number(whole), Number(fraction) * 1000, typed)
    assert.deepEqual(others, [])
    const value = readDecimal(typed)
    assert.ok(Number.isNaN(Number(value)), value)
    assert.deepEqual(choicesOf(value), [whole, fraction])
    assert.equal(shownDecimal(value), typed.trim())
  }
})

test('the language decides where a currency has three decimals, unless it has neither mark', () => {
  assert.deepEqual(typedDecimals('1.250', marksIn('de')), ['1250'])
  assert.deepEqual(typedDecimals('1,250', marksIn('de')), ['1.250'])
  assert.deepEqual(typedDecimals('1.250', marksIn('en')), ['1.250'])
  assert.deepEqual(typedDecimals('1,250', marksIn('fr-TN')), ['1.250'])
  assert.deepEqual(typedDecimals('1.250', marksIn('ar-KW')), ['1.250'])
  assert.deepEqual(typedDecimals('1,250', marksIn('de-CH')), ['1250', '1.25'])
})

test('what is no number stays as it was typed, for the contract to refuse', () => {
  for (const typed of ['', 'abc', '1,2,3', '4%', '1.2.3', '12 50', '1.200.00', '10²', '1,23,45', '1?'])
    assert.equal(readDecimal(typed), typed)
})
