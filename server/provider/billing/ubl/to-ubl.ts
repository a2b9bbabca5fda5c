import type { Invoice, InvoiceLine, Settings, TaxGroup } from '#contract'
import { type Figures, figuresOf, netPrice } from './figures.ts'
import { refuseIncomplete } from './missing.ts'
import { buyer, countryOf, seller } from './parties.ts'
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
/** UN/ECE recommendation 20: one. Quantities are of whatever the description names. */
const one = 'C62'

/**
 * An issued invoice as UBL 2.1 after EN 16931-1, in the syntax binding of CEN/TS 16931-3-2. Currencies of three decimals
 * keep them, which the standard's own limit of two (BR-DEC) does not foresee.
 * @throws Refusal `letterhead_incomplete`, or `invoice_not_en16931` where the standard cannot say such an invoice.
 */
export function toUbl(invoice: Invoice, settings: Settings): string {
  refuseIncomplete(invoice, settings)
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
      seller(settings, outsideScope),
      buyer(invoice.billTo, settings.letterhead.country, outsideScope),
      delivery(invoice, settings),
      paymentMeans(invoice, settings),
      paymentTerms(invoice, settings),
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

const amountIn =
  (currency: string) =>
  (name: string, amount: string): Element => [name, amount, { currencyID: currency }]

/** BG-1 */
function notes({ note, billTo }: Invoice): Element[] {
  const patient = billTo.patientName === billTo.name ? null : `Patient: ${billTo.patientName}`
  return [note, patient].filter((text) => text !== null).map((text): Element => ['cbc:Note', text])
}

/** BR-IC-11 and BR-IC-12: an intra-community supply says when and to which country it went. */
function delivery({ taxBreakdown, issueDate, billTo }: Invoice, { letterhead }: Settings): Element | null {
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
function paymentMeans({ number }: Invoice, { letterhead: { iban, bic } }: Settings): Element | null {
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
function paymentTerms({ dueDate }: Invoice, { letterhead: { terms } }: Settings): Element | null {
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

/** BR-O-05: what is outside the scope has no rate. Only categories without tax have a reason (BR-S-10, BR-Z-10). */
function taxCategory(
  name: string,
  { category, rate }: Pick<TaxGroup, 'category' | 'rate'>,
  reason: string | null = null,
): Element {
  const gives = category !== 'S' && category !== 'Z' && reason
  return [
    name,
    [
      ['cbc:ID', category],
      category === 'O' ? null : ['cbc:Percent', rate],
      gives ? ['cbc:TaxExemptionReason', gives] : null,
      ['cac:TaxScheme', [['cbc:ID', 'VAT']]],
    ],
  ]
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

/** BG-25. With tax in the prices, the price without tax is what the line's net comes to, discount included. */
function invoiceLine(line: InvoiceLine, number: number, { currency, taxMode }: Invoice): Element {
  const amount = amountIn(currency)
  const inclusive = taxMode === 'inclusive'
  const discounted = /[1-9]/.test(line.discount)
  const { taxCategory: category, taxRate: rate } = line
  return [
    'cac:InvoiceLine',
    [
      ['cbc:ID', String(number)],
      inclusive && discounted
        ? ['cbc:Note', `The price is less a discount of ${line.discount} with tax`]
        : null,
      ['cbc:InvoicedQuantity', line.quantity, { unitCode: one }],
      amount('cbc:LineExtensionAmount', line.net),
      discounted && !inclusive
        ? [
            'cac:AllowanceCharge',
            [
              ['cbc:ChargeIndicator', 'false'],
              ['cbc:AllowanceChargeReason', 'Discount'],
              amount('cbc:Amount', line.discount),
            ],
          ]
        : null,
      [
        'cac:Item',
        [
          ['cbc:Name', line.description.replace(/\s+/g, ' ')],
          line.code ? ['cac:SellersItemIdentification', [['cbc:ID', line.code]]] : null,
          taxCategory('cac:ClassifiedTaxCategory', { category, rate }),
          line.lot
            ? [
                'cac:AdditionalItemProperty',
                [
                  ['cbc:Name', 'Lot'],
                  ['cbc:Value', line.lot],
                ],
              ]
            : null,
        ],
      ],
      [
        'cac:Price',
        [amount('cbc:PriceAmount', inclusive ? netPrice(line.net, line.quantity, currency) : line.unitPrice)],
      ],
    ],
  ]
}
