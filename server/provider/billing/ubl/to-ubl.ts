import { Decimal } from '#contract'
import type { Seller } from '../seller.ts'
import type { BillingDocument } from './document.ts'
import { documentLine } from './line.ts'
import { refuseIncomplete } from './missing.ts'
import { buyer, countryOf, seller } from './parties.ts'
import { allowance, amountIn, taxCategory } from './parts.ts'
import { cac, cbc, type Element, optional, toXml } from './xml.ts'

const schemas = 'urn:oasis:names:specification:ubl:schema:xsd'
const namespacesOf = (kind: BillingDocument['kind']) => ({
  xmlns: `${schemas}:${kind}-2`,
  'xmlns:cac': `${schemas}:CommonAggregateComponents-2`,
  'xmlns:cbc': `${schemas}:CommonBasicComponents-2`,
})

/** UNTDID 1001 */
const typeCodes = { Invoice: '380', CreditNote: '381' }
/** UNTDID 4461 */
const creditTransfer = '30'

/**
 * Writes an issued invoice or a credit note as UBL 2.1 according to EN 16931-1, in the syntax binding of
 * CEN/TS 16931-3-2.
 * @throws Refusal `letterhead_incomplete`, or `invoice_not_en16931` if the standard does not allow such a document
 */
export function toUbl(document: BillingDocument, from: Seller): string {
  refuseIncomplete(document, from)
  const { kind } = document
  const outsideScope = document.taxBreakdown.some(({ category }) => category === 'O')
  return toXml([
    kind,
    [
      cbc('CustomizationID', 'urn:cen.eu:en16931:2017'),
      cbc('ID', document.number),
      cbc('IssueDate', document.issueDate),
      optional('DueDate', document.dueDate),
      cbc(`${kind}TypeCode`, typeCodes[kind]),
      ...document.notes.map((note) => optional('Note', note)),
      cbc('DocumentCurrencyCode', document.currency),
      precedingInvoice(document),
      seller(from, outsideScope),
      buyer(document.billTo, from.letterhead.country, outsideScope),
      delivery(document, from),
      paymentMeans(document, from),
      paymentTerms(document, from),
      ...allowances(document),
      taxTotal(document),
      monetaryTotal(document),
      ...document.lines.map((line, at) => documentLine(line, at, document)),
    ],
    namespacesOf(kind),
  ])
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

/** An intra-community supply needs its date and destination country (BR-IC-11, BR-IC-12). */
function delivery(
  { taxBreakdown, issueDate, billTo }: BillingDocument,
  { letterhead }: Seller,
): Element | null {
  if (!taxBreakdown.some(({ category }) => category === 'K')) return null
  const country = cac('Country', cbc('IdentificationCode', countryOf(billTo, letterhead.country)))
  return cac(
    'Delivery',
    cbc('ActualDeliveryDate', issueDate),
    cac('DeliveryLocation', cac('Address', country)),
  )
}

/** BG-16. Nobody pays a credit note to the seller's account. */
function paymentMeans(
  { kind, number }: BillingDocument,
  { letterhead: { iban, bic } }: Seller,
): Element | null {
  const account = iban.replace(/\s/g, '')
  if (!account || kind === 'CreditNote') return null
  const branch = bic ? cac('FinancialInstitutionBranch', cbc('ID', bic)) : null
  return cac(
    'PaymentMeans',
    cbc('PaymentMeansCode', creditTransfer),
    cbc('PaymentID', number),
    cac('PayeeFinancialAccount', cbc('ID', account), branch),
  )
}

/** With a payable amount there must be a due date or terms (BR-CO-25). */
function paymentTerms({ preceding, dueDate }: BillingDocument, { letterhead }: Seller): Element | null {
  const note = preceding
    ? `Credited against invoice ${preceding.number}`
    : letterhead.terms || (dueDate ? '' : 'Payable on receipt')
  return note ? cac('PaymentTerms', cbc('Note', note)) : null
}

/** BG-20, one per discount and rate. */
const allowances = ({ discounts, currency }: BillingDocument): Element[] =>
  discounts.map(({ reason, amount, taxCategory: category, taxRate: rate }) =>
    allowance(reason, amountIn(currency)('Amount', amount), taxCategory('TaxCategory', { category, rate })),
  )

/** BG-23 */
function taxTotal({ currency, totals, taxBreakdown }: BillingDocument): Element {
  const amount = amountIn(currency)
  return cac(
    'TaxTotal',
    amount('TaxAmount', totals.tax),
    ...taxBreakdown.map((group) =>
      cac(
        'TaxSubtotal',
        amount('TaxableAmount', group.taxable),
        amount('TaxAmount', group.tax),
        taxCategory('TaxCategory', group),
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
