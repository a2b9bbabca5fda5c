import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from './json.ts'

test('a number with more than 15 significant digits is infinite, whatever is around it', () => {
  for (const exact of [
    '123456789012345',
    '1234567890123450000',
    '0.000000000000000001',
    '1.0000000000000000',
    '-1.5E+10',
  ])
    assert.deepEqual(parseJson(`[${exact}]`), [Number(exact)])
  for (const inexact of [
    '1234567890123456',
    '12345678.90123456',
    '0.1234567890123456',
    '1234567890123456e-9',
  ])
    assert.deepEqual(parseJson(`{"1234567890123456\\"": [-${inexact} ,"${inexact}"]}`), {
      '1234567890123456"': [Infinity, inexact],
    })
})

test('what is not JSON does not become JSON', () => {
  for (const text of [
    '00000000000000001',
    '--1234567890123456',
    '1234567890123456.',
    '1.234567890.123456',
    '"1234567890123456',
  ])
    assert.throws(() => parseJson(text), SyntaxError)
})

const digits = fc.stringMatching(/^[0-9]{0,25}$/)
const number = fc
  .tuple(fc.constantFrom('', '-'), digits, digits, fc.constantFrom('', 'e5', 'E-12', 'e+3'))
  .map(
    ([sign, whole, part, power]) => `${sign}${whole.replace(/^0+/, '') || '0'}${part && `.${part}`}${power}`,
  )
const string = fc.string({
  unit: fc.constantFrom('"', '\\', '1', '23456789012345678', '.', 'e', 'é', ',', ' '),
})
const json = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    number,
    string.map((text) => JSON.stringify(text)),
    fc.array(tie('json')).map((items) => `[${items.join(', ')}]`),
    fc.dictionary(string, tie('json')).map((fields) => {
      const written = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${value}`)
      return `{${written.join()}}`
    }),
  ),
})).json

test('everything else is as JSON.parse has it', () => {
  fc.assert(
    fc.property(json, (text) => assert.deepEqual(parseJson(text), JSON.parse(withoutInexact(text)))),
    { numRuns: 2_000 },
  )
})

/**
 * Finds numbers and counts their digits in another way: without those that only place the point. The source that
 * `JSON.parse` tells its reviver was once that of another value, in a process that had run many tests.
 */
const withoutInexact = (json: string): string =>
  json.replaceAll(/"(?:\\.|[^"\\])*"|-?\d[\d.eE+-]*/g, (token) => {
    if (token.startsWith('"')) return token
    const [mantissa = ''] = token.toLowerCase().split('e')
    const significant = mantissa.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length
    return significant > 15 ? '1e999' : token
  })
