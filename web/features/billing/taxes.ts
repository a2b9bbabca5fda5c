import type { InvoiceLine, Settings, TaxCategory, TaxGroup } from '#contract'
import { formatPercent } from '../../components/amounts.ts'

/** A tax rate as the value of a select: `S 20`. */
export const taxKey = ({ category, rate }: { category: TaxCategory; rate: string }) => `${category} ${rate}`

export function taxOfKey(key: string): { taxCategory: TaxCategory; taxRate: string } {
  const [category, rate = ''] = key.split(' ')
  return { taxCategory: category as TaxCategory, taxRate: rate }
}

/** Names of the categories of UNCL 5305. */
export const categoryNames: Record<TaxCategory, string> = {
  S: 'Standard rate',
  Z: 'Zero rate',
  E: 'Exempt',
  AE: 'Reverse charge',
  K: 'Supply within the EU',
  G: 'Export',
  O: 'Outside the scope of tax',
}

/** `Tax 20%`, or the reason for zero tax. */
export const taxName = ({ category, rate }: Pick<TaxGroup, 'category' | 'rate'>): string =>
  category === 'S' ? `Tax ${formatPercent(rate)}` : categoryNames[category]

/** The rate of a line, or the reason for zero tax. */
export const taxOfLine = ({ taxCategory, taxRate }: Pick<InvoiceLine, 'taxCategory' | 'taxRate'>): string =>
  taxCategory === 'S' ? formatPercent(taxRate) : categoryNames[taxCategory]

/** The rates of the settings as options of a select, and rates that an older draft still uses. */
export function taxOptions({ taxRates }: Settings, inUse: readonly string[]) {
  const offered = taxRates.map((tax) => ({
    value: taxKey(tax),
    label: tax.category === 'S' ? `${formatPercent(tax.rate)} · ${tax.name}` : tax.name,
  }))
  const removed = new Set(inUse.filter((key) => key && !offered.some(({ value }) => value === key)))
  return [
    ...offered,
    ...[...removed].map((value) => {
      const { taxCategory, taxRate } = taxOfKey(value)
      return { value, label: taxName({ category: taxCategory, rate: taxRate || '0' }) }
    }),
  ]
}
