import assert from 'node:assert/strict'
import type { Node } from './parse-xml.ts'
import { everywhere } from './rules.ts'

/** The order of children in the UBL 2.1 schemas, for the elements that an EN 16931 invoice can have. */
const order: Record<string, string> = {
  CreditNote: `CustomizationID ProfileID ID IssueDate TaxPointDate CreditNoteTypeCode Note DocumentCurrencyCode
    TaxCurrencyCode AccountingCost BuyerReference InvoicePeriod OrderReference BillingReference
    DespatchDocumentReference ReceiptDocumentReference ContractDocumentReference AdditionalDocumentReference
    OriginatorDocumentReference AccountingSupplierParty AccountingCustomerParty PayeeParty TaxRepresentativeParty
    Delivery PaymentMeans PaymentTerms AllowanceCharge TaxTotal LegalMonetaryTotal CreditNoteLine`,
  BillingReference: 'InvoiceDocumentReference',
  InvoiceDocumentReference: 'ID IssueDate',
  CreditNoteLine: `ID Note CreditedQuantity LineExtensionAmount AccountingCost InvoicePeriod OrderLineReference
    DocumentReference AllowanceCharge Item Price`,
  Invoice: `CustomizationID ProfileID ID IssueDate DueDate InvoiceTypeCode Note TaxPointDate DocumentCurrencyCode
    TaxCurrencyCode AccountingCost BuyerReference InvoicePeriod OrderReference BillingReference
    DespatchDocumentReference ReceiptDocumentReference OriginatorDocumentReference ContractDocumentReference
    AdditionalDocumentReference ProjectReference AccountingSupplierParty AccountingCustomerParty PayeeParty
    TaxRepresentativeParty Delivery PaymentMeans PaymentTerms AllowanceCharge TaxTotal LegalMonetaryTotal InvoiceLine`,
  AccountingSupplierParty: 'Party',
  AccountingCustomerParty: 'Party',
  Party: 'EndpointID PartyIdentification PartyName PostalAddress PartyTaxScheme PartyLegalEntity Contact',
  PostalAddress: 'StreetName AdditionalStreetName CityName PostalZone CountrySubentity AddressLine Country',
  Address: 'StreetName AdditionalStreetName CityName PostalZone CountrySubentity AddressLine Country',
  Country: 'IdentificationCode',
  PartyTaxScheme: 'CompanyID TaxScheme',
  TaxScheme: 'ID',
  PartyLegalEntity: 'RegistrationName CompanyID CompanyLegalForm',
  Contact: 'Name Telephone ElectronicMail',
  Delivery: 'ActualDeliveryDate DeliveryLocation DeliveryParty',
  DeliveryLocation: 'ID Address',
  PaymentMeans: 'PaymentMeansCode PaymentID CardAccount PayeeFinancialAccount PaymentMandate',
  PayeeFinancialAccount: 'ID Name FinancialInstitutionBranch',
  FinancialInstitutionBranch: 'ID',
  PaymentTerms: 'Note',
  AllowanceCharge: `ChargeIndicator AllowanceChargeReasonCode AllowanceChargeReason MultiplierFactorNumeric Amount
    BaseAmount TaxCategory`,
  TaxTotal: 'TaxAmount TaxSubtotal',
  TaxSubtotal: 'TaxableAmount TaxAmount TaxCategory',
  TaxCategory: 'ID Percent TaxExemptionReasonCode TaxExemptionReason TaxScheme',
  ClassifiedTaxCategory: 'ID Percent TaxScheme',
  LegalMonetaryTotal: `LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount
    ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount`,
  InvoiceLine: `ID Note InvoicedQuantity LineExtensionAmount AccountingCost InvoicePeriod OrderLineReference
    DocumentReference AllowanceCharge Item Price`,
  Item: `Description Name BuyersItemIdentification SellersItemIdentification StandardItemIdentification
    OriginCountry CommodityClassification ClassifiedTaxCategory AdditionalItemProperty`,
  SellersItemIdentification: 'ID',
  AdditionalItemProperty: 'Name Value',
  Price: 'PriceAmount BaseQuantity AllowanceCharge',
}

/** Asserts that every element is in the order and namespace of the schema, and that none is empty. */
export function assertOrdered(root: Node): void {
  for (const { name, children, text } of everywhere(root)) {
    assert.match(name, children.length > 0 ? /^(cac:|Invoice$|CreditNote$)/ : /^cbc:/)
    assert.ok(children.length > 0 || text.trim() !== '', `${name} is empty`)
  }
  assertOrderedBy(order, root)
}

/** Asserts that the children of every element are in an order: their names by the name of their parent. */
export function assertOrderedBy(order: Record<string, string>, root: Node): void {
  for (const { name, children } of everywhere(root)) {
    const own = name.replace(/^.*:/, '')
    const allowed = order[own]?.split(/\s+/) ?? []
    const places = children.map((child) => {
      const place = allowed.indexOf(child.name.replace(/^.*:/, ''))
      assert.notEqual(place, -1, `${child.name} is unknown in ${name}`)
      return place
    })
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      `the order in ${name}`,
    )
  }
}
