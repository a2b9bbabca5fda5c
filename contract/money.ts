import { decimalInput } from './decimals.ts'
import { text } from './fields.ts'

const decimalsByCurrency = new Map(
  Intl.supportedValuesOf('currency')
    .map((currency) => [currency, minorUnitOf(currency)] as const)
    .filter(([, decimals]) => decimals <= 3),
)

/** Decimals of a currency's minor unit (ISO 4217): 0 for JPY, 2 for EUR, 3 for KWD. */
export const currencyDecimals = (currency: string): number => decimalsByCurrency.get(currency) ?? 2

export const currency = text(3, 3).refine(
  (code) => decimalsByCurrency.has(code),
  'Not a currency such as EUR',
)

/**
 * VAT category codes of EN 16931 (UNCL 5305): standard rate, zero rate, exempt, reverse charge, intra-community supply,
 * export, outside the scope of tax. All but S have the rate 0.
 */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type TaxCategory = (typeof taxCategories)[number]

export const percentInput = decimalInput({ sign: 'not negative', digits: 3, decimals: 4 }).refine(
  (value) => Number(value) <= 100,
  'At most 100 percent',
)

export const amountInput = decimalInput({ sign: 'not negative', digits: 12, decimals: 3 })

function minorUnitOf(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}
