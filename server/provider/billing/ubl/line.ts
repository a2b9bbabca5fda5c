import type { Decimal } from '#contract'
import type { Invoice, InvoiceLine } from '../invoice.ts'
import { allowance, amountIn, taxCategory } from './parts.ts'
import { cac, cbc, type Element } from './xml.ts'

/** UN/ECE recommendation 20: a unit that the description names. */
const unitCode = 'C62'

/** BG-25. With inclusive prices, the exclusive price is derived from the line's net, after its discount. */
export function invoiceLine(line: InvoiceLine, number: number, { currency, taxMode }: Invoice): Element {
  const amount = amountIn(currency)
  const isInclusive = taxMode === 'inclusive'
  const isDiscounted = line.discount.sign > 0
  const { taxCategory: category, taxRate: rate, code, lot } = line
  return cac(
    'InvoiceLine',
    cbc('ID', String(number)),
    isInclusive && isDiscounted
      ? cbc('Note', `The price includes a discount of ${line.discount} (including tax)`)
      : null,
    cbc('InvoicedQuantity', String(line.quantity), { unitCode }),
    amount('LineExtensionAmount', line.net),
    isDiscounted && !isInclusive ? allowance('Discount', amount('Amount', line.discount)) : null,
    cac(
      'Item',
      cbc('Name', line.description.replace(/\s+/g, ' ')),
      code ? cac('SellersItemIdentification', cbc('ID', code)) : null,
      taxCategory('ClassifiedTaxCategory', { category, rate }),
      lot ? cac('AdditionalItemProperty', cbc('Name', 'Lot'), cbc('Value', lot)) : null,
    ),
    cac('Price', amount('PriceAmount', isInclusive ? netPrice(line.net, line.quantity) : line.unitPrice)),
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
