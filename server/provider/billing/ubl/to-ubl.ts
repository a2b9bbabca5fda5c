import { Decimal } from '#contract'
import type { Invoice } from '../invoice.ts'
import type { Seller } from '../seller.ts'
import { invoiceLine } from './line.ts'
import { refuseIncomplete } from './missing.ts'
import { buyer, countryOf, seller } from './parties.ts'
import { allowance, amountIn, taxCategory } from './parts.ts'
import { cac, cbc, type Element, optional, toXml } from './xml.ts'

const schemas = 'urn:oasis:names:specification:ubl:schema:xsd'
const namespaces = {
  xmlns: `${schemas}:Invoice-2`,
  'xmlns:cac': `${schemas}:CommonAggregateComponents-2`,
  'xmlns:cbc': `${schemas}:CommonBasicComponents-2`,
}

/** UNTDID 1001 */
const commercialInvoice = '380'
/** UNTDID 4461 */
const creditTransfer = '30'

/**
 * Writes an issued invoice as UBL 2.1 according to EN 16931-1, in the syntax binding of CEN/TS 16931-3-2.
 * @throws Refusal `letterhead_incomplete`, or `invoice_not_en16931` if the standard does not allow such an invoice
 */
export function toUbl(invoice: Invoice, from: Seller): string {
  refuseIncomplete(invoice, from)
  const outsideScope = invoice.taxBreakdown.some(({ category }) => category === 'O')
  return toXml([
    'Invoice',
    [
      cbc('CustomizationID', 'urn:cen.eu:en16931:2017'),
      cbc('ID', invoice.number ?? ''),
      cbc('IssueDate', invoice.issueDate ?? ''),
      optional('DueDate', invoice.dueDate),
      cbc('InvoiceTypeCode', commercialInvoice),
      ...notes(invoice),
      cbc('DocumentCurrencyCode', invoice.currency),
      seller(from, outsideScope),
      buyer(invoice.billTo, from.letterhead.country, outsideScope),
      delivery(invoice, from),
      paymentMeans(invoice, from),
      paymentTerms(invoice, from),
      ...allowances(invoice),
      taxTotal(invoice),
      monetaryTotal(invoice),
      ...invoice.lines.map((line, at) => invoiceLine(line, at + 1, invoice)),
    ],
    namespaces,
  ])
}

/** BG-1 */
function notes({ note, billTo }: Invoice): (Element | null)[] {
  const patient = billTo.patientName === billTo.name ? null : `Patient: ${billTo.patientName}`
  return [optional('Note', note), optional('Note', patient)]
}

/** An intra-community supply needs its date and destination country (BR-IC-11, BR-IC-12). */
function delivery({ taxBreakdown, issueDate, billTo }: Invoice, { letterhead }: Seller): Element | null {
  if (!taxBreakdown.some(({ category }) => category === 'K')) return null
  const country = cac('Country', cbc('IdentificationCode', countryOf(billTo, letterhead.country)))
  return cac(
    'Delivery',
    cbc('ActualDeliveryDate', issueDate ?? ''),
    cac('DeliveryLocation', cac('Address', country)),
  )
}

/** BG-16 */
function paymentMeans({ number }: Invoice, { letterhead: { iban, bic } }: Seller): Element | null {
  const account = iban.replace(/\s/g, '')
  if (!account) return null
  const branch = bic ? cac('FinancialInstitutionBranch', cbc('ID', bic)) : null
  return cac(
    'PaymentMeans',
    cbc('PaymentMeansCode', creditTransfer),
    cbc('PaymentID', number ?? ''),
    cac('PayeeFinancialAccount', cbc('ID', account), branch),
  )
}

/** With an amount due there must be a due date or terms (BR-CO-25). */
function paymentTerms({ dueDate }: Invoice, { letterhead: { terms } }: Seller): Element | null {
  const note = terms || (dueDate ? '' : 'Payable on receipt')
  return note ? cac('PaymentTerms', cbc('Note', note)) : null
}

/** BG-20, one per discount and rate. */
const allowances = ({ discounts, currency }: Invoice): Element[] =>
  discounts.map(({ reason, amount, taxCategory: category, taxRate: rate }) =>
    allowance(reason, amountIn(currency)('Amount', amount), taxCategory('TaxCategory', { category, rate })),
  )

/** BG-23 */
function taxTotal({ currency, totals, taxBreakdown }: Invoice): Element {
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

/** BG-22. Credited amounts count as prepaid. */
function monetaryTotal({ currency, lines, discounts, totals }: Invoice): Element {
  const amount = amountIn(currency)
  const { net, tax, rounding, due } = totals
  const prepaid = totals.paid.plus(totals.credited)
  return cac(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', Decimal.sum(lines.map((line) => line.net))),
    amount('TaxExclusiveAmount', net),
    amount('TaxInclusiveAmount', net.plus(tax)),
    discounts.length > 0
      ? amount('AllowanceTotalAmount', Decimal.sum(discounts.map((discount) => discount.amount)))
      : null,
    prepaid.sign > 0 ? amount('PrepaidAmount', prepaid) : null,
    rounding.sign === 0 ? null : amount('PayableRoundingAmount', rounding),
    amount('PayableAmount', due),
  )
}
