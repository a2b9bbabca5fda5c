import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencyDecimals } from './currency-decimals.ts'
import { currency } from './money.ts'

test('a currency has the decimals of ISO 4217, even those that nobody uses in practice', () => {
  for (const [code, decimals] of [
    ['JPY', 0],
    ['UGX', 0],
    ['EUR', 2],
    ['HUF', 2],
    ['ALL', 2],
    ['IRR', 2],
    ['IQD', 3],
    ['KWD', 3],
  ] as const)
    assert.equal(currencyDecimals(code), decimals, code)
})

test('a currency must exist and have at most three decimals', () => {
  for (const code of ['EUR', 'IQD', 'HUF']) assert.equal(currency.safeParse(code).success, true, code)
  for (const code of ['EUX', 'eur', 'CLF', 'UYW']) assert.equal(currency.safeParse(code).success, false, code)
})
