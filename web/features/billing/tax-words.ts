import type { Settings, TaxCategory, TaxGroup } from '#contract'
import { formatPercent } from '../../components/amounts.ts'
import { taxKey } from './editor-values.ts'

/** After UNCL 5305, as one says it. */
export const categoryNames: Record<TaxCategory, string> = {
  S: 'Standard rate',
  Z: 'Zero rate',
  E: 'Exempt',
  AE: 'Reverse charge',
  K: 'Supply within the EU',
  G: 'Export',
  O: 'Outside the scope of tax',
}

/** `Tax 20%`, or why there is none. */
export const taxName = ({ category, rate }: Pick<TaxGroup, 'category' | 'rate'>): string =>
  category === 'S' ? `Tax ${formatPercent(rate)}` : categoryNames[category]

/** The rates of the settings for a select, and those that an older draft still has. */
export function taxOptions({ taxRates }: Settings, inUse: readonly string[]) {
  const offered = taxRates.map((tax) => ({
    value: taxKey(tax),
    label: tax.category === 'S' ? `${formatPercent(tax.rate)} · ${tax.name}` : tax.name,
  }))
  const gone = new Set(inUse.filter((key) => key && !offered.some(({ value }) => value === key)))
  return [...offered, ...[...gone].map((value) => ({ value, label: goneName(value) }))]
}

function goneName(key: string): string {
  const [category, rate = '0'] = key.split(' ')
  return taxName({ category: category as TaxCategory, rate })
}
