import { currencyDecimals, type Decimal } from '#contract'

/**
 * Returns an amount of money. Averages are rounded to 20 decimals, which must not decide how half a minor unit is rounded, so this
 * first rounds to fewer.
 */
export const toAmount = (value: Decimal, currency: string): Decimal =>
  value.round(10).round(currencyDecimals(currency))
