import { Decimal } from '#rules/decimal'
import type { TaxCategory } from '#rules/money'
import { type Context, isVatIdentifier, profiles } from './context.ts'
import { type BillingDocument, type DocumentLine, typeCodes } from './document.ts'
import { buyersAddress, sellersAddress } from './electronic-addresses.ts'
import { paymentOf, paymentTermsOf } from './payment.ts'
import { dutchScheme } from './requirements.ts'

/** Business terms of EN 16931-1 by number, and those of each group. Terms that are empty or null are not stated. */
export interface Terms {
  [term: `BT-${string}`]: string | null | undefined
  [group: `BG-${string}`]: Terms[]
}

/** UN/ECE recommendation 20: a unit that the description names. */
const unitCode = 'C62'

/** Returns the business terms of a document. */
export function termsOf(context: Context): Terms {
  const { document, profile } = context
  const payment = paymentOf(context)
  return {
    'BT-1': document.number,
    'BT-2': document.issueDate,
    'BT-3': typeCodes[document.kind],
    'BT-5': document.currency,
    'BT-9': document.dueDate,
    'BT-10': document.buyerReference,
    'BT-20': paymentTermsOf(context),
    'BG-1': notesOf(context),
    'BT-23': profiles[profile].process,
    'BT-24': profiles[profile].specification,
    'BT-25': document.preceding?.number,
    'BT-26': document.preceding?.issueDate,
    'BG-4': [sellerTerms(context)],
    'BG-7': [buyerTerms(context)],
    'BG-13': [deliveryTerms(context)],
    'BT-81': payment?.code,
    'BT-83': payment?.account && document.number,
    'BT-84': payment?.account?.iban,
    'BT-86': payment?.account?.bic,
    // One per discount and rate.
    'BG-20': document.discounts.map(({ reason, amount, taxCategory, taxRate }) => ({
      'BT-92': String(amount),
      'BT-95': taxCategory,
      'BT-96': statedRate(taxCategory, taxRate),
      'BT-97': reason,
    })),
    ...totalsOf(document),
    'BG-23': taxBreakdownOf(context),
    'BG-25': document.lines.map(lineTerms),
  }
}

/** Category O has no rate (BR-O-05). */
const statedRate = (category: TaxCategory, rate: Decimal) => (category === 'O' ? null : String(rate))

/** Peppol allows one note (PEPPOL-EN16931-R002). */
function notesOf({ document, profile }: Context): Terms[] {
  const notes = document.notes.filter((note) => note !== null)
  const stated = profile === 'peppol' ? [notes.join('\n')] : notes
  return stated.filter(Boolean).map((note) => ({ 'BT-22': note }))
}

function sellerTerms(context: Context): Terms {
  const { organisationName, letterhead: own } = context.seller
  const taxId = context.isOutsideScope ? null : own.taxId
  const isVat = isVatIdentifier(taxId)
  const company = companyOf(own.registration, context.isDutch)
  const address = sellersAddress(context)
  return {
    'BT-27': organisationName,
    'BT-30': company.id,
    'BT-30-1': company.scheme,
    'BT-31': isVat ? taxId : null,
    'BT-32': isVat ? null : taxId,
    'BT-34': address?.value,
    'BT-34-1': address?.scheme,
    'BT-35': onOneLine(own.line),
    'BT-37': own.city,
    'BT-38': own.postalCode,
    'BT-39': own.region,
    'BT-40': own.country,
    'BT-41': own.contactName,
    'BT-42': own.phone,
    'BT-43': own.email,
  }
}

function buyerTerms(context: Context): Terms {
  const { document, buyersCountry, isDutch, isOutsideScope } = context
  const { name, line, city, region, postalCode, email, taxId } = document.billTo
  const isVat = isVatIdentifier(taxId)
  const company = companyOf(isVat ? null : taxId, isDutch && buyersCountry === 'NL')
  const address = buyersAddress(context)
  return {
    'BT-44': name,
    'BT-47': company.id,
    'BT-47-1': company.scheme,
    'BT-48': isVat && !isOutsideScope ? taxId : null,
    'BT-49': address?.value,
    'BT-49-1': address?.scheme,
    'BT-50': onOneLine(line),
    'BT-52': city,
    'BT-53': postalCode,
    'BT-54': region,
    'BT-55': buyersCountry,
    'BT-58': email,
  }
}

/** @param isDutch whether the company's number must have a Dutch scheme (NL-R-003, NL-R-005) */
function companyOf(id: string | null, isDutch: boolean) {
  const scheme = isDutch && id ? dutchScheme(id) : null
  return { id: isDutch && !scheme ? null : id, scheme }
}

/** An intra-community supply needs its date and destination (BR-IC-11, BR-IC-12, BR-DE-10, BR-DE-11). */
function deliveryTerms({ document, buyersCountry }: Context): Terms {
  if (!document.taxBreakdown.some(({ category }) => category === 'K')) return {}
  const { line, city, region, postalCode } = document.billTo
  return {
    'BT-72': document.issueDate,
    'BT-75': onOneLine(line),
    'BT-77': city,
    'BT-78': postalCode,
    'BT-79': region,
    'BT-80': buyersCountry,
  }
}

function totalsOf({ lines, discounts, totals }: BillingDocument): Terms {
  const { net, tax, rounding, gross } = totals
  return {
    'BT-106': String(Decimal.sum(lines.map((line) => line.net))),
    'BT-107': discounts.length > 0 ? String(Decimal.sum(discounts.map((discount) => discount.amount))) : null,
    'BT-109': String(net),
    'BT-110': String(tax),
    'BT-112': String(net.plus(tax)),
    'BT-114': rounding.sign === 0 ? null : String(rounding),
    'BT-115': String(gross),
  }
}

/**
 * German rules require the rate of every group (BR-DE-14), also of those that have none elsewhere (BR-O-05). Only
 * categories without tax have a reason (BR-S-10, BR-Z-10).
 */
const taxBreakdownOf = ({ document: { taxBreakdown }, isGerman }: Context): Terms[] =>
  taxBreakdown.map(({ category, rate, taxable, tax, exemptionReason }) => ({
    'BT-116': String(taxable),
    'BT-117': String(tax),
    'BT-118': category,
    'BT-119': isGerman ? String(rate) : statedRate(category, rate),
    'BT-120': category === 'S' || category === 'Z' ? null : exemptionReason,
  }))

function lineTerms(line: DocumentLine, at: number): Terms {
  const { description, note, code, lot, quantity, net, discount, taxCategory, taxRate } = line
  return {
    'BT-126': String(at + 1),
    'BT-127': note,
    'BT-129': String(quantity),
    'BT-130': unitCode,
    'BT-131': String(net),
    'BT-136': discount && String(discount),
    'BT-139': discount && 'Discount',
    'BT-146': String(exactPrice(line)),
    'BT-151': taxCategory,
    'BT-152': statedRate(taxCategory, taxRate),
    'BT-153': onOneLine(description),
    'BT-155': code,
    'BT-160': lot && 'Lot',
    'BT-161': lot,
  }
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

const onOneLine = (text: string | null) => text?.replace(/\s+/g, ' ')
