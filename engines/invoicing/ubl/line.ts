import type { Decimal } from '#rules/decimal'
import type { BillingDocument, DocumentLine } from './document.ts'
import { allowance, amountIn, taxCategory } from './parts.ts'
import { cac, cbc, type Element, optional } from './xml.ts'

/** UN/ECE recommendation 20: a unit that the description names. */
export const unitCode = 'C62'

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
    cac('Price', amount('PriceAmount', exactPrice(line))),
  )
}

/**
 * Returns the exclusive price of one unit (BT-146). Receivers check that quantity x price is the amount of the line before
 * its discount, in two decimals (PEPPOL-EN16931-R120). So the stated price is used if that is so. Otherwise, as for inclusive
 * prices and amounts in whole yen, it is the shortest price for which it is.
 */
export function exactPrice({ unitPrice, quantity, net, discount }: Priced): Decimal {
  const amount = discount ? net.plus(discount) : net
  const decimals = Math.max(2, amount.scale)
  const isExact = (price: Decimal) => price.times(quantity).round(decimals).equals(amount)
  if (unitPrice && isExact(unitPrice)) return unitPrice
  for (let scale = decimals; ; scale++) {
    const price = amount.dividedBy(quantity, scale)
    if (isExact(price)) return price
  }
}

type Priced = Pick<DocumentLine, 'unitPrice' | 'quantity' | 'net' | 'discount'>
