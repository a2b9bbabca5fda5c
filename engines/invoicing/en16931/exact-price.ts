import type { Decimal } from '#rules/decimal'
import type { DocumentLine } from './document.ts'

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
