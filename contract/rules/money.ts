import { currencies } from './currency-decimals.ts'
import { Decimal } from './decimal.ts'
import { decimalInput } from './decimals.ts'
import { text } from './fields.ts'

const known = new Set(currencies())

export const currency = text(3, 3).refine((code) => known.has(code), 'Enter a currency code such as EUR')

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
