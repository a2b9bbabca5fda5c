import { own } from './own.ts'

/** Currencies without two decimals (ISO 4217, list one). `Intl` has the customary decimals, which can be fewer. */
const minorUnits: Record<string, number> = {
  ...decimalsOf(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...decimalsOf(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...decimalsOf(4, 'CLF UYW'),
}

/** Returns the decimals of a currency's minor unit (ISO 4217): 0 for JPY, 2 for EUR, 3 for KWD. */
export const currencyDecimals = (currency: string): number => own(minorUnits, currency) ?? 2

/** The currencies of amounts, which are stored with three decimals. */
export const currencies = () =>
  Intl.supportedValuesOf('currency').filter((currency) => currencyDecimals(currency) <= 3)

function decimalsOf(decimals: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, decimals]))
}
