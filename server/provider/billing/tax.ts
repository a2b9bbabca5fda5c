import { Decimal, type Settings, type TaxCategory, type TaxRate } from '#contract'
import type { Tax } from '#engines/invoicing'
import { invalidField } from '#platform'

interface GivenTax {
  taxRate?: Decimal | null | undefined
  taxCategory?: TaxCategory | null | undefined
}

/**
 * Returns the given category and rate, completed from the settings. A rate above zero is category S. A rate of zero has
 * the category that the settings have at zero, else Z.
 * @throws Refusal `validation_failed` if category S needs a rate, and the settings have none
 */
export function taxOf(
  { taxRate, taxCategory }: GivenTax,
  { taxRates }: Pick<Settings, 'taxRates'>,
  path: string,
): Tax {
  const preferred = taxRates.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
  if (!taxRate && !taxCategory) {
    const [first] = preferred
    return first ? { taxCategory: first.category, taxRate: rateOf(first) } : zeroRated
  }
  const standard = preferred.find(({ category }) => category === 'S')
  const rate = taxRate ?? (taxCategory === 'S' ? standard && rateOf(standard) : Decimal.zero)
  if (!rate) throw invalidField(`${path}.taxRate`, 'Enter the rate')
  const atZero = preferred.find((other) => rateOf(other).sign === 0)?.category ?? 'Z'
  return { taxCategory: taxCategory ?? (rate.sign === 0 ? atZero : 'S'), taxRate: rate }
}

const zeroRated: Tax = { taxCategory: 'Z', taxRate: Decimal.zero }
const rateOf = ({ rate }: TaxRate): Decimal => Decimal.of(rate).normalized()

/** Returns the reason for charging no tax, which EN 16931 requires in these categories (BR-E-10, BR-AE-10, ...). */
export function exemptionReason(
  category: TaxCategory,
  { taxRates }: Pick<Settings, 'taxRates'>,
): string | null {
  const standard = standardReasons[category]
  if (!standard) return null
  return (
    taxRates.find((rate) => rate.category === category && rate.exemptionReason)?.exemptionReason ?? standard
  )
}

const standardReasons: Partial<Record<TaxCategory, string>> = {
  E: 'Exempt from tax',
  AE: 'Reverse charge',
  K: 'Intra-community supply',
  G: 'Export outside the EU',
  O: 'Not subject to tax',
}
