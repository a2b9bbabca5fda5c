/** The order of children in the schema of CII D16B, for the elements that an EN 16931 invoice of Aerie can have. */
export const ciiOrder: Record<string, string> = {
  CrossIndustryInvoice: 'ExchangedDocumentContext ExchangedDocument SupplyChainTradeTransaction',
  ExchangedDocumentContext: `BusinessProcessSpecifiedDocumentContextParameter
    GuidelineSpecifiedDocumentContextParameter`,
  GuidelineSpecifiedDocumentContextParameter: 'ID',
  ExchangedDocument: 'ID TypeCode IssueDateTime IncludedNote',
  IssueDateTime: 'DateTimeString',
  IncludedNote: 'Content SubjectCode',
  SupplyChainTradeTransaction: `IncludedSupplyChainTradeLineItem ApplicableHeaderTradeAgreement
    ApplicableHeaderTradeDelivery ApplicableHeaderTradeSettlement`,
  IncludedSupplyChainTradeLineItem: `AssociatedDocumentLineDocument SpecifiedTradeProduct SpecifiedLineTradeAgreement
    SpecifiedLineTradeDelivery SpecifiedLineTradeSettlement`,
  AssociatedDocumentLineDocument: 'LineID IncludedNote',
  SpecifiedTradeProduct: `GlobalID SellerAssignedID BuyerAssignedID Name Description ApplicableProductCharacteristic`,
  ApplicableProductCharacteristic: 'TypeCode Description ValueMeasure Value',
  SpecifiedLineTradeAgreement:
    'BuyerOrderReferencedDocument GrossPriceProductTradePrice NetPriceProductTradePrice',
  NetPriceProductTradePrice: 'ChargeAmount BasisQuantity',
  SpecifiedLineTradeDelivery: 'BilledQuantity',
  SpecifiedLineTradeSettlement: `ApplicableTradeTax BillingSpecifiedPeriod SpecifiedTradeAllowanceCharge
    SpecifiedTradeSettlementLineMonetarySummation`,
  SpecifiedTradeSettlementLineMonetarySummation: 'LineTotalAmount',
  ApplicableHeaderTradeAgreement: 'BuyerReference SellerTradeParty BuyerTradeParty',
  SellerTradeParty: `ID GlobalID Name Description SpecifiedLegalOrganization DefinedTradeContact PostalTradeAddress
    URIUniversalCommunication SpecifiedTaxRegistration`,
  BuyerTradeParty: `ID GlobalID Name SpecifiedLegalOrganization DefinedTradeContact PostalTradeAddress
    URIUniversalCommunication SpecifiedTaxRegistration`,
  SpecifiedLegalOrganization: 'ID TradingBusinessName',
  DefinedTradeContact: `PersonName DepartmentName TelephoneUniversalCommunication FaxUniversalCommunication
    EmailURIUniversalCommunication`,
  TelephoneUniversalCommunication: 'CompleteNumber',
  EmailURIUniversalCommunication: 'URIID',
  PostalTradeAddress: 'PostcodeCode LineOne LineTwo LineThree CityName CountryID CountrySubDivisionName',
  URIUniversalCommunication: 'URIID',
  SpecifiedTaxRegistration: 'ID',
  ApplicableHeaderTradeDelivery: 'ShipToTradeParty ActualDeliverySupplyChainEvent',
  ShipToTradeParty: 'ID GlobalID Name PostalTradeAddress',
  ActualDeliverySupplyChainEvent: 'OccurrenceDateTime',
  OccurrenceDateTime: 'DateTimeString',
  ApplicableHeaderTradeSettlement: `CreditorReferenceID PaymentReference TaxCurrencyCode InvoiceCurrencyCode
    PayeeTradeParty SpecifiedTradeSettlementPaymentMeans ApplicableTradeTax BillingSpecifiedPeriod
    SpecifiedTradeAllowanceCharge SpecifiedTradePaymentTerms SpecifiedTradeSettlementHeaderMonetarySummation
    InvoiceReferencedDocument`,
  SpecifiedTradeSettlementPaymentMeans: `TypeCode Information ApplicableTradeSettlementFinancialCard
    PayerPartyDebtorFinancialAccount PayeePartyCreditorFinancialAccount PayeeSpecifiedCreditorFinancialInstitution`,
  PayeePartyCreditorFinancialAccount: 'IBANID AccountName ProprietaryID',
  PayeeSpecifiedCreditorFinancialInstitution: 'BICID',
  ApplicableTradeTax: `CalculatedAmount TypeCode ExemptionReason BasisAmount CategoryCode ExemptionReasonCode
    TaxPointDate DueDateTypeCode RateApplicablePercent`,
  CategoryTradeTax: 'TypeCode CategoryCode RateApplicablePercent',
  SpecifiedTradeAllowanceCharge: `ChargeIndicator CalculationPercent BasisAmount ActualAmount ReasonCode Reason
    CategoryTradeTax`,
  ChargeIndicator: 'Indicator',
  SpecifiedTradePaymentTerms: 'Description DueDateDateTime DirectDebitMandateID',
  DueDateDateTime: 'DateTimeString',
  SpecifiedTradeSettlementHeaderMonetarySummation: `LineTotalAmount ChargeTotalAmount AllowanceTotalAmount
    TaxBasisTotalAmount TaxTotalAmount RoundingAmount GrandTotalAmount TotalPrepaidAmount DuePayableAmount`,
  InvoiceReferencedDocument: 'IssuerAssignedID FormattedIssueDateTime',
  FormattedIssueDateTime: 'DateTimeString',
}
