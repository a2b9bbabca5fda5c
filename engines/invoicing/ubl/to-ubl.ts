import { Decimal } from '#rules/decimal'
import type { UblProfile } from '#rules/e-invoices'
import type { Seller } from '#rules/letterhead'
import { type Context, contextOf } from './context.ts'
import { type BillingDocument, typeCodes } from './document.ts'
import { documentLine } from './line.ts'
import { buyer, postalAddress, seller } from './parties.ts'
import { allowance, amountIn, taxCategory } from './parts.ts'
import { paymentOf, paymentTermsOf } from './payment.ts'
import { profiles } from './profiles.ts'
import { refuseIncomplete } from './refuse-incomplete.ts'
import { cac, cbc, type Element, optional, toXml } from './xml.ts'

const schemas = 'urn:oasis:names:specification:ubl:schema:xsd'
const namespacesOf = (kind: BillingDocument['kind']) => ({
  xmlns: `${schemas}:${kind}-2`,
  'xmlns:cac': `${schemas}:CommonAggregateComponents-2`,
  'xmlns:cbc': `${schemas}:CommonBasicComponents-2`,
})

/**
 * Writes an issued invoice or a credit note as UBL 2.1 according to EN 16931-1, in the syntax binding of
 * CEN/TS 16931-3-2, or to one of its national or network profiles.
 * @throws InvoicingError as `refuseIncomplete` does
 */
export function toUbl(document: BillingDocument, from: Seller, profile: UblProfile): string {
  const context = contextOf(document, from, profile)
  refuseIncomplete(context)
  const { kind } = document
  return toXml([
    kind,
    [
      cbc('CustomizationID', profiles[profile].specification),
      optional('ProfileID', profiles[profile].process),
      cbc('ID', document.number),
      cbc('IssueDate', document.issueDate),
      optional('DueDate', document.dueDate),
      cbc(`${kind}TypeCode`, typeCodes[kind]),
      ...notes(context),
      cbc('DocumentCurrencyCode', document.currency),
      optional('BuyerReference', document.buyerReference),
      precedingInvoice(document),
      seller(context),
      buyer(context),
      delivery(context),
      paymentMeans(context),
      paymentTerms(context),
      ...allowances(document),
      taxTotal(context),
      monetaryTotal(document),
      ...document.lines.map((line, at) => documentLine(line, at, document)),
    ],
    namespacesOf(kind),
  ])
}

/** BG-1. Peppol allows one note (PEPPOL-EN16931-R002). */
function notes({ document, profile }: Context): (Element | null)[] {
  const notes = document.notes.filter((note) => note !== null)
  return (profile === 'peppol' ? [notes.join('\n')] : notes).map((note) => optional('Note', note))
}

/** BG-3 */
function precedingInvoice({ preceding }: BillingDocument): Element | null {
  if (!preceding) return null
  const { number, issueDate } = preceding
  return cac(
    'BillingReference',
    cac('InvoiceDocumentReference', cbc('ID', number), cbc('IssueDate', issueDate)),
  )
}

/** An intra-community supply needs its date and destination (BR-IC-11, BR-IC-12, BR-DE-10, BR-DE-11). */
function delivery({ document, buyersCountry }: Context): Element | null {
  if (!document.taxBreakdown.some(({ category }) => category === 'K')) return null
  return cac(
    'Delivery',
    cbc('ActualDeliveryDate', document.issueDate),
    cac('DeliveryLocation', postalAddress('Address', document.billTo, buyersCountry)),
  )
}

/** BG-16 */
function paymentMeans(context: Context): Element | null {
  const payment = paymentOf(context)
  if (!payment) return null
  const { code, account } = payment
  const branch = account?.bic ? cac('FinancialInstitutionBranch', cbc('ID', account.bic)) : null
  return cac(
    'PaymentMeans',
    cbc('PaymentMeansCode', code),
    account && cbc('PaymentID', context.document.number),
    account && cac('PayeeFinancialAccount', cbc('ID', account.iban), branch),
  )
}

/** BT-20 */
function paymentTerms(context: Context): Element | null {
  const note = paymentTermsOf(context)
  return note ? cac('PaymentTerms', cbc('Note', note)) : null
}

/** BG-20, one per discount and rate. */
const allowances = ({ discounts, currency }: BillingDocument): Element[] =>
  discounts.map(({ reason, amount, taxCategory: category, taxRate: rate }) =>
    allowance(reason, amountIn(currency)('Amount', amount), taxCategory('TaxCategory', { category, rate })),
  )

/** BG-23. German rules require the rate of every group (BR-DE-14), also of those that have none elsewhere (BR-O-05). */
function taxTotal({ document: { currency, totals, taxBreakdown }, isGerman }: Context): Element {
  const amount = amountIn(currency)
  return cac(
    'TaxTotal',
    amount('TaxAmount', totals.tax),
    ...taxBreakdown.map((group) =>
      cac(
        'TaxSubtotal',
        amount('TaxableAmount', group.taxable),
        amount('TaxAmount', group.tax),
        taxCategory('TaxCategory', group, isGerman),
      ),
    ),
  )
}

/** BG-22 */
function monetaryTotal({ currency, lines, discounts, totals }: BillingDocument): Element {
  const amount = amountIn(currency)
  const { net, tax, rounding, gross } = totals
  return cac(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', Decimal.sum(lines.map((line) => line.net))),
    amount('TaxExclusiveAmount', net),
    amount('TaxInclusiveAmount', net.plus(tax)),
    discounts.length > 0
      ? amount('AllowanceTotalAmount', Decimal.sum(discounts.map((discount) => discount.amount)))
      : null,
    rounding.sign === 0 ? null : amount('PayableRoundingAmount', rounding),
    amount('PayableAmount', gross),
  )
}
