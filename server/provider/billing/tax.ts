import type { Settings, TaxCategory, TaxRate } from '#contract'
import { invalidField, type Refusal } from '#platform'
import type { Tax } from './arithmetic/split.ts'

interface Said {
  taxRate?: string | null | undefined
  taxCategory?: TaxCategory | null | undefined
}

/**
 * The category and rate that are meant: what is said, and for the rest the settings. A rate above zero is the standard
 * category; a rate of zero is what the settings have at zero, else Z.
 * @throws Refusal `validation_failed` where the two contradict one another (EN 16931 BR-S-05 and its likes).
 */
export function taxOf({ taxRate, taxCategory }: Said, { taxRates }: Settings, path: string): Tax {
  const preferred = taxRates.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
  if (!taxRate && !taxCategory) {
    const [first] = preferred
    return first ? toTax(first) : { taxCategory: 'Z', taxRate: '0' }
  }
  const rate =
    taxRate ?? (taxCategory === 'S' ? preferred.find(({ category }) => category === 'S')?.rate : '0')
  if (!rate) throw wrongRate(path, 'Say the rate')
  const zero = preferred.find((other) => other.rate === '0')?.category ?? 'Z'
  const category = taxCategory ?? (rate === '0' ? zero : 'S')
  if (category === 'S' && rate === '0') throw wrongRate(path, 'Category S has a rate above zero')
  if (category !== 'S' && rate !== '0') throw wrongRate(path, `Category ${category} has the rate 0`)
  return { taxCategory: category, taxRate: rate }
}

const toTax = ({ category, rate }: TaxRate): Tax => ({ taxCategory: category, taxRate: rate })
const wrongRate = (path: string, message: string): Refusal => invalidField(`${path}.taxRate`, message)

/** Why no tax is charged, which EN 16931 asks for in these categories (BR-E-10, BR-AE-10 and so on). */
export function exemptionReason(category: TaxCategory, { taxRates }: Settings): string | null {
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
