import type { Decimal } from '#rules/decimal'
import type { TaxGroup } from '../documents.ts'
import { cac, cbc, type Element, optional } from './xml.ts'

/** Returns a function that writes amounts with their currency. */
export const amountIn = (currencyID: string) => (name: string, amount: Decimal) =>
  cbc(name, String(amount), { currencyID })

/**
 * Category O has no rate (BR-O-05), unless one is required. Only categories without tax have a reason (BR-S-10,
 * BR-Z-10).
 */
export const taxCategory = (
  name: string,
  { category, rate, exemptionReason = null }: Pick<TaxGroup, 'category' | 'rate'> & Partial<TaxGroup>,
  isRateRequired = false,
): Element =>
  cac(
    name,
    cbc('ID', category),
    category !== 'O' || isRateRequired ? cbc('Percent', String(rate)) : null,
    category === 'S' || category === 'Z' ? null : optional('TaxExemptionReason', exemptionReason),
    cac('TaxScheme', cbc('ID', 'VAT')),
  )

/** BG-20 and BG-27. */
export const allowance = (reason: string, amount: Element, ...category: Element[]): Element =>
  cac(
    'AllowanceCharge',
    cbc('ChargeIndicator', 'false'),
    cbc('AllowanceChargeReason', reason),
    amount,
    ...category,
  )
