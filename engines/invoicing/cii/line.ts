import type { DocumentLine } from '../ubl/document.ts'
import { exactPrice, unitCode } from '../ubl/line.ts'
import type { Element } from '../ubl/xml.ts'
import { allowance, amount, group, taxOf, value } from './elements.ts'

/** BG-25 */
export const lineItem = (line: DocumentLine, at: number): Element =>
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
