import type { Invoice } from '#contract'
import type { Seller } from '../seller.ts'
import { type Figures, figuresOf } from './figures.ts'
import { invoiceLine } from './line.ts'
import { refuseIncomplete } from './missing.ts'
import { buyer, countryOf, seller } from './parties.ts'
import { amountIn, taxCategory } from './parts.ts'
import { type Element, toXml } from './xml.ts'

const namespaces = {
  xmlns: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

/** UNTDID 1001 */
const commercialInvoice = '380'
/** UNTDID 4461 */
const creditTransfer = '30'
/**
 * An issued invoice as UBL 2.1 after EN 16931-1, in the syntax binding of CEN/TS 16931-3-2. Currencies of three decimals
 * keep them, which the standard's own limit of two (BR-DEC) does not foresee.
 * @throws Refusal `letterhead_incomplete`, or `invoice_not_en16931` where the standard cannot say such an invoice.
 */
export function toUbl(invoice: Invoice, from: Seller): string {
  refuseIncomplete(invoice, from)
  const figures = figuresOf(invoice)
  const outsideScope = invoice.taxBreakdown.some(({ category }) => category === 'O')
  const amount = amountIn(invoice.currency)
  return toXml([
    'Invoice',
    [
      ['cbc:CustomizationID', 'urn:cen.eu:en16931:2017'],
      ['cbc:ID', invoice.number ?? ''],
      ['cbc:IssueDate', invoice.issueDate ?? ''],
      invoice.dueDate ? ['cbc:DueDate', invoice.dueDate] : null,
      ['cbc:InvoiceTypeCode', commercialInvoice],
      ...notes(invoice),
      ['cbc:DocumentCurrencyCode', invoice.currency],
      seller(from, outsideScope),
      buyer(invoice.billTo, from.letterhead.country, outsideScope),
      delivery(invoice, from),
      paymentMeans(invoice, from),
      paymentTerms(invoice, from),
      ...allowances(invoice),
      [
        'cac:TaxTotal',
        [
          amount('cbc:TaxAmount', figures.tax),
          ...figures.taxes.map(
            (group): Element => [
              'cac:TaxSubtotal',
              [
                amount('cbc:TaxableAmount', group.taxable),
                amount('cbc:TaxAmount', group.tax),
                taxCategory('cac:TaxCategory', group, group.exemptionReason),
              ],
            ],
          ),
        ],
      ],
      monetaryTotal(invoice, figures),
      ...invoice.lines.map((line, at) => invoiceLine(line, at + 1, invoice)),
    ],
    namespaces,
  ])
}

/** BG-1 */
function notes({ note, billTo }: Invoice): Element[] {
  const patient = billTo.patientName === billTo.name ? null : `Patient: ${billTo.patientName}`
  return [note, patient].filter((text) => text !== null).map((text): Element => ['cbc:Note', text])
}

/** BR-IC-11 and BR-IC-12: an intra-community supply says when and to which country it went. */
function delivery({ taxBreakdown, issueDate, billTo }: Invoice, { letterhead }: Seller): Element | null {
  if (!taxBreakdown.some(({ category }) => category === 'K')) return null
  const country = countryOf(billTo, letterhead.country)
  return [
    'cac:Delivery',
    [
      ['cbc:ActualDeliveryDate', issueDate ?? ''],
      ['cac:DeliveryLocation', [['cac:Address', [['cac:Country', [['cbc:IdentificationCode', country]]]]]]],
    ],
  ]
}

/** BG-16 */
function paymentMeans({ number }: Invoice, { letterhead: { iban, bic } }: Seller): Element | null {
  const account = iban.replace(/\s/g, '')
  if (!account) return null
  return [
    'cac:PaymentMeans',
    [
      ['cbc:PaymentMeansCode', creditTransfer],
      ['cbc:PaymentID', number ?? ''],
      [
        'cac:PayeeFinancialAccount',
        [['cbc:ID', account], bic ? ['cac:FinancialInstitutionBranch', [['cbc:ID', bic]]] : null],
      ],
    ],
  ]
}

/** BR-CO-25: where something is owed, there is a due date or there are terms. */
function paymentTerms({ dueDate }: Invoice, { letterhead: { terms } }: Seller): Element | null {
  const said = terms || (dueDate ? '' : 'Payable on receipt')
  return said ? ['cac:PaymentTerms', [['cbc:Note', said]]] : null
}

/** BG-20, one for each discount and each rate that it takes from. */
function allowances({ discounts, currency }: Invoice): Element[] {
  return discounts.map(({ reason, amount, taxCategory: category, taxRate: rate }) => [
    'cac:AllowanceCharge',
    [
      ['cbc:ChargeIndicator', 'false'],
      ['cbc:AllowanceChargeReason', reason],
      amountIn(currency)('cbc:Amount', amount),
      taxCategory('cac:TaxCategory', { category, rate }),
    ],
  ])
}

/** BG-22 */
function monetaryTotal({ currency, discounts }: Invoice, figures: Figures): Element {
  const amount = amountIn(currency)
  return [
    'cac:LegalMonetaryTotal',
    [
      amount('cbc:LineExtensionAmount', figures.lines),
      amount('cbc:TaxExclusiveAmount', figures.net),
      amount('cbc:TaxInclusiveAmount', figures.gross),
      discounts.length > 0 ? amount('cbc:AllowanceTotalAmount', figures.allowances) : null,
      /[1-9]/.test(figures.prepaid) ? amount('cbc:PrepaidAmount', figures.prepaid) : null,
      figures.rounding === null ? null : amount('cbc:PayableRoundingAmount', figures.rounding),
      amount('cbc:PayableAmount', figures.due),
    ],
  ]
}
