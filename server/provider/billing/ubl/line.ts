import type { Decimal } from '#contract'
import type { BillingDocument, DocumentLine } from './document.ts'
import { allowance, amountIn, taxCategory } from './parts.ts'
import { cac, cbc, type Element, optional } from './xml.ts'

/** UN/ECE recommendation 20: a unit that the description names. */
const unitCode = 'C62'

/** BG-25 */
export function documentLine(line: DocumentLine, at: number, { kind, currency }: BillingDocument): Element {
  const amount = amountIn(currency)
  const { taxCategory: category, taxRate: rate, code, lot, discount, net, quantity } = line
  return cac(
    `${kind}Line`,
    cbc('ID', String(at + 1)),
    optional('Note', line.note),
    cbc(kind === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity', String(quantity), { unitCode }),
    amount('LineExtensionAmount', net),
    discount && allowance('Discount', amount('Amount', discount)),
    cac(
      'Item',
      cbc('Name', line.description.replace(/\s+/g, ' ')),
      code ? cac('SellersItemIdentification', cbc('ID', code)) : null,
      taxCategory('ClassifiedTaxCategory', { category, rate }),
      lot ? cac('AdditionalItemProperty', cbc('Name', 'Lot'), cbc('Value', lot)) : null,
    ),
    cac('Price', amount('PriceAmount', line.unitPrice ?? netPrice(net, quantity))),
  )
}

/**
 * Returns the exclusive price of one unit (BT-146) for a line with an inclusive price: the shortest one for which
 * quantity x price rounds to the line's net.
 */
export function netPrice(net: Decimal, quantity: Decimal): Decimal {
  for (let { scale } = net; ; scale++) {
    const price = net.dividedBy(quantity, scale)
    if (price.times(quantity).round(net.scale).equals(net)) return price
  }
}
