import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalInput, plainDecimal, quantityInput } from './decimals.ts'

test('a decimal is read from text and from a number, without needless zeros', () => {
  for (const [written, plain] of [
    ['12.50', '12.5'],
    [' 7 ', '7'],
    ['+007', '7'],
    ['-0.0', '0'],
    ['1e3', '1000'],
    ['-1.50e1', '-15'],
    ['1.25E-7', '0.000000125'],
    [String(1e21), '1000000000000000000000'],
    [String(0.1), '0.1'],
    ['.5', null],
    ['5.', null],
    ['1,50', null],
    ['0x10', null],
    ['NaN', null],
    ['Infinity', null],
    ['', null],
    ['1e999', null],
    ['٣', null],
  ] as const) {
    assert.equal(plainDecimal(written), plain, written)
  }
})

test('what is out of range is said in words', () => {
  const messageOf = (value: unknown) => quantityInput.safeParse(value).error?.issues[0]?.message
  assert.equal(messageOf('0'), 'Enter more than zero')
  assert.equal(messageOf(-1), 'Enter more than zero')
  assert.equal(messageOf('1234567890123'), 'At most 12 digits before the point')
  assert.equal(messageOf('0.0000001'), 'At most 6 decimals')
  assert.match(messageOf(Number.NaN) ?? '', /more than 15 digits/)
  assert.match(messageOf(null) ?? '', /Enter a number/)
  assert.equal(quantityInput.parse('1.500'), '1.5')
  assert.equal(decimalInput({ sign: 'not zero', digits: 3, decimals: 0 }).parse('-12'), '-12')
})
