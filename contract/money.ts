import { Decimal, decimalInput } from './decimals.ts'
import { text } from './fields.ts'

/** Currencies without two decimals (ISO 4217, list one). `Intl` has the customary decimals, which can be fewer. */
const minorUnits: Record<string, number> = {
  ...decimalsOf(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...decimalsOf(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...decimalsOf(4, 'CLF UYW'),
}

/** Returns the decimals of a currency's minor unit (ISO 4217): 0 for JPY, 2 for EUR, 3 for KWD. */
export const currencyDecimals = (currency: string): number => minorUnits[currency] ?? 2

// Amounts are stored with three decimals.
const currencies = new Set(
  Intl.supportedValuesOf('currency').filter((currency) => currencyDecimals(currency) <= 3),
)

export const currency = text(3, 3).refine((code) => currencies.has(code), 'Enter a currency code such as EUR')

/**
 * VAT category codes of EN 16931 (UNCL 5305): standard rate, zero rate, exempt, reverse charge, intra-community supply,
 * export, outside the scope of tax. All but S have the rate 0.
 */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type TaxCategory = (typeof taxCategories)[number]

export const hundredPercent = Decimal.of(100)

export const percentInput = decimalInput({ sign: 'not negative', digits: 3, decimals: 4 }).refine(
  (value) => !hundredPercent.lessThan(value),
  'At most 100 percent',
)

export const amountInput = decimalInput({ sign: 'not negative', digits: 12, decimals: 3 })

function decimalsOf(decimals: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, decimals]))
}
