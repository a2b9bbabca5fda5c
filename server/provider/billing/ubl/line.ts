import type { Invoice, InvoiceLine } from '#contract'
import { netPrice } from './figures.ts'
import { amountIn, taxCategory } from './parts.ts'
import type { Element } from './xml.ts'

/** UN/ECE recommendation 20: one. Quantities are of whatever the description names. */
const one = 'C62'

/** BG-25. With tax in the prices, the price without tax is what the line's net comes to, discount included. */
export function invoiceLine(line: InvoiceLine, number: number, { currency, taxMode }: Invoice): Element {
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
