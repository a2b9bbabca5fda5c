import type { TaxGroup } from '#contract'
import type { Element } from './xml.ts'

/** Amounts name their currency. */
export const amountIn =
  (currency: string) =>
  (name: string, amount: string): Element => [name, amount, { currencyID: currency }]

/** BR-O-05: what is outside the scope has no rate. Only categories without tax have a reason (BR-S-10, BR-Z-10). */
export function taxCategory(
  name: string,
  { category, rate }: Pick<TaxGroup, 'category' | 'rate'>,
  reason: string | null = null,
): Element {
  const gives = category !== 'S' && category !== 'Z' && reason
  return [
    name,
    [
      ['cbc:ID', category],
      category === 'O' ? null : ['cbc:Percent', rate],
      gives ? ['cbc:TaxExemptionReason', gives] : null,
      ['cac:TaxScheme', [['cbc:ID', 'VAT']]],
    ],
  ]
}
