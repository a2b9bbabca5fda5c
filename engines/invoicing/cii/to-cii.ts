import { Decimal } from '#rules/decimal'
import type { Seller } from '#rules/letterhead'
import { type Context, contextOf } from '../ubl/context.ts'
import { type BillingDocument, type DocumentLine, typeCodes } from '../ubl/document.ts'
import { exactPrice, unitCode } from '../ubl/line.ts'
import { isIban, paymentOf, paymentTermsOf } from '../ubl/payment.ts'
import { profiles } from '../ubl/profiles.ts'
import { refuseIncomplete } from '../ubl/refuse-incomplete.ts'
import { type Element, toXml } from '../ubl/xml.ts'
import { allowance, amount, day, group, taxOf, value } from './elements.ts'
import { buyerParty, postalAddress, sellerParty } from './parties.ts'

const standard = 'urn:un:unece:uncefact:data:standard'
const namespaces = {
  'xmlns:rsm': `${standard}:CrossIndustryInvoice:100`,
  'xmlns:ram': `${standard}:ReusableAggregateBusinessInformationEntity:100`,
  'xmlns:qdt': `${standard}:QualifiedDataType:100`,
  'xmlns:udt': `${standard}:UnqualifiedDataType:100`,
}

/**
 * Writes an issued invoice or a credit note as UN/CEFACT Cross Industry Invoice (D16B) according to EN 16931-1, in the
 * syntax binding of CEN/TS 16931-3-3, as ZUGFeRD and Factur-X embed it in their profile EN 16931.
 * @throws InvoicingError as `refuseIncomplete` does
 */
export function toCii(document: BillingDocument, from: Seller): string {
  const context = contextOf(document, from, 'en16931')
  refuseIncomplete(context)
  return toXml([
    'rsm:CrossIndustryInvoice',
    [
      [
        'rsm:ExchangedDocumentContext',
        [group('GuidelineSpecifiedDocumentContextParameter', value('ID', profiles.en16931.specification))],
      ],
      [
        'rsm:ExchangedDocument',
        [
          value('ID', document.number),
          value('TypeCode', typeCodes[document.kind]),
          day('IssueDateTime', document.issueDate),
          ...document.notes.map((note) => (note ? group('IncludedNote', value('Content', note)) : null)),
        ],
      ],
      [
        'rsm:SupplyChainTradeTransaction',
        [
          ...document.lines.map(lineItem),
          group(
            'ApplicableHeaderTradeAgreement',
            value('BuyerReference', document.buyerReference),
            sellerParty(context),
            buyerParty(context),
          ),
          delivery(context),
          settlement(context),
        ],
      ],
    ],
    namespaces,
  ])
}

/** An intra-community supply needs its date and destination (BR-IC-11, BR-IC-12). */
function delivery({ document, buyersCountry }: Context): Element {
  const isStated = document.taxBreakdown.some(({ category }) => category === 'K')
  return group(
    'ApplicableHeaderTradeDelivery',
    isStated ? group('ShipToTradeParty', postalAddress(document.billTo, buyersCountry)) : null,
    isStated ? group('ActualDeliverySupplyChainEvent', day('OccurrenceDateTime', document.issueDate)) : null,
  )
}

const settlement = (context: Context): Element =>
  group(
    'ApplicableHeaderTradeSettlement',
    paymentOf(context) && value('PaymentReference', context.document.number),
    value('InvoiceCurrencyCode', context.document.currency),
    paymentMeans(context),
    ...taxes(context.document),
    ...allowances(context.document),
    paymentTerms(context),
    summation(context.document),
    precedingInvoice(context.document),
  )

/** BG-16 */
function paymentMeans(context: Context): Element | null {
  const { code, account } = paymentOf(context) ?? {}
  if (!code || !account) return null
  return group(
    'SpecifiedTradeSettlementPaymentMeans',
    value('TypeCode', code),
    group(
      'PayeePartyCreditorFinancialAccount',
      value(isIban(account.iban) ? 'IBANID' : 'ProprietaryID', account.iban),
    ),
    account.bic ? group('PayeeSpecifiedCreditorFinancialInstitution', value('BICID', account.bic)) : null,
  )
}

/** BG-23. Only categories without tax have a reason (BR-S-10, BR-Z-10). */
const taxes = ({ taxBreakdown }: BillingDocument): Element[] =>
  taxBreakdown.map(({ category, rate, taxable, tax, exemptionReason }) => {
    const [code, percent] = taxOf(category, rate)
    return group(
      'ApplicableTradeTax',
      amount('CalculatedAmount', tax),
      value('TypeCode', 'VAT'),
      category === 'S' || category === 'Z' ? null : value('ExemptionReason', exemptionReason),
      amount('BasisAmount', taxable),
      code ?? null,
      percent ?? null,
    )
  })

/** BG-20, one per discount and rate. */
const allowances = ({ discounts }: BillingDocument): Element[] =>
  discounts.map(({ reason, amount: taken, taxCategory, taxRate }) =>
    allowance(
      reason,
      taken,
      group('CategoryTradeTax', value('TypeCode', 'VAT'), ...taxOf(taxCategory, taxRate)),
    ),
  )

/** BT-20 and BT-9 */
function paymentTerms(context: Context): Element | null {
  const { dueDate } = context.document
  const terms = paymentTermsOf(context)
  if (!terms && !dueDate) return null
  return group(
    'SpecifiedTradePaymentTerms',
    value('Description', terms),
    dueDate === null ? null : day('DueDateDateTime', dueDate),
  )
}

/** BG-22 */
function summation({ currency, lines, discounts, totals }: BillingDocument): Element {
  const { net, tax, rounding, gross } = totals
  const lineTotal = Decimal.sum(lines.map((line) => line.net))
  return group(
    'SpecifiedTradeSettlementHeaderMonetarySummation',
    amount('LineTotalAmount', lineTotal),
    discounts.length > 0
      ? amount('AllowanceTotalAmount', Decimal.sum(discounts.map((discount) => discount.amount)))
      : null,
    amount('TaxBasisTotalAmount', net),
    amount('TaxTotalAmount', tax, { currencyID: currency }),
    rounding.sign === 0 ? null : amount('RoundingAmount', rounding),
    amount('GrandTotalAmount', net.plus(tax)),
    amount('DuePayableAmount', gross),
  )
}

/** BG-3 */
function precedingInvoice({ preceding }: BillingDocument): Element | null {
  if (!preceding) return null
  return group(
    'InvoiceReferencedDocument',
    value('IssuerAssignedID', preceding.number),
    day('FormattedIssueDateTime', preceding.issueDate, 'qdt'),
  )
}

/** BG-25 */
const lineItem = (line: DocumentLine, at: number): Element =>
  group(
    'IncludedSupplyChainTradeLineItem',
    group(
      'AssociatedDocumentLineDocument',
      value('LineID', String(at + 1)),
      line.note === null ? null : group('IncludedNote', value('Content', line.note)),
    ),
    group(
      'SpecifiedTradeProduct',
      value('SellerAssignedID', line.code),
      value('Name', line.description.replace(/\s+/g, ' ')),
      line.lot
        ? group('ApplicableProductCharacteristic', value('Description', 'Lot'), value('Value', line.lot))
        : null,
    ),
    group(
      'SpecifiedLineTradeAgreement',
      group('NetPriceProductTradePrice', amount('ChargeAmount', exactPrice(line))),
    ),
    group('SpecifiedLineTradeDelivery', value('BilledQuantity', String(line.quantity), { unitCode })),
    group(
      'SpecifiedLineTradeSettlement',
      group('ApplicableTradeTax', value('TypeCode', 'VAT'), ...taxOf(line.taxCategory, line.taxRate)),
      line.discount && allowance('Discount', line.discount),
      group('SpecifiedTradeSettlementLineMonetarySummation', amount('LineTotalAmount', line.net)),
    ),
  )
