import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Big as BigJs } from 'big.js'
import fc from 'fast-check'
import { Decimal } from './decimal.ts'
import { decimal, decimalInput, quantityInput } from './decimals.ts'

test('a decimal is read from text and from a number', () => {
  for (const [text, plain] of [
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
    assert.equal(Decimal.parse(text)?.normalized().toString() ?? null, plain, text)
    if (plain === null) assert.throws(() => Decimal.of(text), RangeError)
  }
})

test('a decimal keeps its zeros until it is normalized or rounded', () => {
  assert.equal(String(Decimal.of('12.50')), '12.50')
  assert.equal(String(Decimal.of('-0.50')), '-0.50')
  assert.equal(String(Decimal.of('100').normalized()), '100')
  assert.equal(String(Decimal.of('7').round(3)), '7.000')
  assert.equal(JSON.stringify({ amount: Decimal.of('1.20') }), '{"amount":"1.20"}')
})

/** A constructor of its own, because the precision of the library's is global. */
const Big = BigJs()

const anyDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat(12))
  .map(([units, scale]) => Decimal.of(`${units}e-${scale}`))
const same = (actual: Decimal, expected: BigJs) =>
  assert.equal(String(actual.normalized()), expected.toFixed())
const big = (value: Decimal) => new Big(String(value))

test('arithmetic agrees with big.js', () => {
  fc.assert(
    fc.property(anyDecimal, anyDecimal, fc.nat(8), (a, b, scale) => {
      same(a.plus(b), big(a).plus(big(b)))
      same(a.minus(b), big(a).minus(big(b)))
      same(a.times(b), big(a).times(big(b)))
      same(a.abs(), big(a).abs())
      same(a.round(scale), big(a).round(scale, Big.roundHalfUp))
      assert.equal(a.equals(b), big(a).eq(big(b)))
      assert.equal(a.lessThan(b), big(a).lt(big(b)))
      same(Decimal.min(a, b), big(a).lt(big(b)) ? big(a) : big(b))
      same(Decimal.max(a, b), big(a).gt(big(b)) ? big(a) : big(b))
      same(Decimal.sum([a, b, a]), big(a).plus(big(b)).plus(big(a)))
      if (b.sign === 0) return
      Big.DP = scale
      same(a.dividedBy(b, scale), big(a).div(big(b)))
    }),
    { numRuns: 500 },
  )
})

test('text is read back as the same decimal', () => {
  fc.assert(fc.property(anyDecimal, (value) => assert.deepEqual(Decimal.of(String(value)), value)))
})

test('a rounded quotient is within one unit of the exact one, on the side that was asked for', () => {
  fc.assert(
    fc.property(anyDecimal, anyDecimal, fc.nat(6), (dividend, divisor, scale) => {
      if (divisor.sign === 0) return
      const error = (rounding: 'half up' | 'floor' | 'ceiling') => {
        const rest = dividend.minus(dividend.dividedBy(divisor, scale, rounding).times(divisor))
        return divisor.sign < 0 ? rest.negated() : rest
      }
      const unit = divisor.abs().times(Decimal.of(`1e-${scale}`))
      assert.ok(error('floor').sign >= 0 && error('floor').lessThan(unit))
      assert.ok(error('ceiling').sign <= 0 && error('ceiling').negated().lessThan(unit))
      assert.ok(!unit.lessThan(error('half up').abs().times(Decimal.of(2))))
    }),
  )
})

test('ties are rounded away from zero, and floor and ceiling round down and up', () => {
  for (const [value, halfUp, floor, ceiling] of [
    ['0.5', '1', '0', '1'],
    ['-0.5', '-1', '-1', '0'],
    ['1.4', '1', '1', '2'],
    ['-1.4', '-1', '-2', '-1'],
    ['2', '2', '2', '2'],
    ['-2.0', '-2', '-2', '-2'],
  ] as const) {
    const decimal = Decimal.of(value)
    assert.equal(String(decimal.round(0)), halfUp, value)
    assert.equal(String(decimal.round(0, 'floor')), floor, value)
    assert.equal(String(decimal.round(0, 'ceiling')), ceiling, value)
    assert.equal(String(decimal.dividedBy(Decimal.of('-1'), 0)), String(Decimal.of(halfUp).negated()), value)
  }
  assert.throws(() => Decimal.of(1).dividedBy(Decimal.zero, 2), RangeError)
})

test('input out of range is refused with what to enter', () => {
  const messageOf = (value: unknown) => quantityInput.safeParse(value).error?.issues[0]?.message
  assert.equal(messageOf('0'), 'Enter more than zero')
  assert.equal(messageOf(-1), 'Enter more than zero')
  assert.equal(messageOf('1234567890123'), 'At most 12 digits before the point')
  assert.equal(messageOf('999999999999.999999'), undefined)
  assert.equal(messageOf('0.0000001'), 'At most 6 decimals')
  assert.equal(messageOf('0.1000000'), undefined)
  assert.match(messageOf(Number.POSITIVE_INFINITY) ?? '', /more than 15 digits/)
  assert.match(messageOf(null) ?? '', /Enter a number/)
  assert.equal(String(quantityInput.parse('1.500')), '1.5')
  assert.equal(String(quantityInput.parse('123456789012.123456')), '123456789012.123456')
  assert.equal(String(decimalInput({ sign: 'not zero', digits: 3, decimals: 0 }).parse('-12')), '-12')
})

test('a response takes decimals only, and gives text', () => {
  assert.equal(decimal.parse(Decimal.of('12.50')), '12.50')
  for (const value of ['12.50', 12.5, null]) assert.equal(decimal.safeParse(value).success, false)
})
