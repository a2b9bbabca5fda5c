import { all, type Node, one } from '../../ubl/testing/parse-xml.ts'

type Path = string | string[]

/** Reads the texts at these paths of the only elements there; attributes are named by `@`. */
function textsIn<Name extends string>(
  node: Node,
  paths: Record<Name, Path>,
): Record<Name, string | undefined> {
  return Object.fromEntries(
    Object.entries<Path>(paths).map(([name, path]) => {
      const steps = [path].flat()
      const attribute = steps.at(-1)!.startsWith('@') ? steps.pop()!.slice(1) : null
      return [name, attribute ? all(node, ...steps)[0]?.attributes[attribute] : one(node, ...steps)]
    }),
  ) as Record<Name, string | undefined>
}

const day = (text: string | undefined) => text?.replaceAll('-', '')
const only = (node: Node, ...path: string[]): Node =>
  all(node, ...path)[0] ?? { name: '', attributes: {}, children: [], text: '' }

/** Everything that a UBL document of the profile en16931 states. Tax identifiers are a list of schemes and numbers. */
export function factsOfUbl(root: Node) {
  const party = (role: string) => {
    const node = only(root, role, 'Party')
    const taxes = all(node, 'PartyTaxScheme').map((tax) => [
      one(tax, 'TaxScheme', 'ID') === 'VAT' ? 'VA' : 'FC',
      one(tax, 'CompanyID'),
    ])
    return {
      ...textsIn(node, {
        endpoint: 'EndpointID',
        scheme: ['EndpointID', '@schemeID'],
        line: ['PostalAddress', 'StreetName'],
        city: ['PostalAddress', 'CityName'],
        postalCode: ['PostalAddress', 'PostalZone'],
        region: ['PostalAddress', 'CountrySubentity'],
        country: ['PostalAddress', 'Country', 'IdentificationCode'],
        name: ['PartyLegalEntity', 'RegistrationName'],
        company: ['PartyLegalEntity', 'CompanyID'],
        contact: ['Contact', 'Name'],
        phone: ['Contact', 'Telephone'],
        email: ['Contact', 'ElectronicMail'],
      }),
      taxes,
    }
  }
  return {
    ...textsIn(root, {
      specification: 'CustomizationID',
      number: 'ID',
      type: `${root.name}TypeCode`,
      currency: 'DocumentCurrencyCode',
      buyerReference: 'BuyerReference',
      preceding: ['BillingReference', 'InvoiceDocumentReference', 'ID'],
      means: ['PaymentMeans', 'PaymentMeansCode'],
      reference: ['PaymentMeans', 'PaymentID'],
      account: ['PaymentMeans', 'PayeeFinancialAccount', 'ID'],
      bic: ['PaymentMeans', 'PayeeFinancialAccount', 'FinancialInstitutionBranch', 'ID'],
      terms: ['PaymentTerms', 'Note'],
      destination: ['Delivery', 'DeliveryLocation', 'Address', 'Country', 'IdentificationCode'],
      tax: ['TaxTotal', 'TaxAmount'],
    }),
    ...textsIn(only(root, 'LegalMonetaryTotal'), {
      lineTotal: 'LineExtensionAmount',
      discountTotal: 'AllowanceTotalAmount',
      net: 'TaxExclusiveAmount',
      gross: 'TaxInclusiveAmount',
      rounding: 'PayableRoundingAmount',
      payable: 'PayableAmount',
    }),
    issued: day(one(root, 'IssueDate')),
    due: day(one(root, 'DueDate')),
    delivered: day(one(root, 'Delivery', 'ActualDeliveryDate')),
    precedingDay: day(one(root, 'BillingReference', 'InvoiceDocumentReference', 'IssueDate')),
    notes: all(root, 'Note').map(({ text }) => text),
    seller: party('AccountingSupplierParty'),
    buyer: party('AccountingCustomerParty'),
    discounts: all(root, 'AllowanceCharge').map((node) =>
      textsIn(node, {
        reason: 'AllowanceChargeReason',
        amount: 'Amount',
        category: ['TaxCategory', 'ID'],
        rate: ['TaxCategory', 'Percent'],
      }),
    ),
    taxes: all(root, 'TaxTotal', 'TaxSubtotal').map((node) =>
      textsIn(node, {
        taxable: 'TaxableAmount',
        tax: 'TaxAmount',
        category: ['TaxCategory', 'ID'],
        rate: ['TaxCategory', 'Percent'],
        reason: ['TaxCategory', 'TaxExemptionReason'],
      }),
    ),
    lines: all(root, `${root.name}Line`).map((node) =>
      textsIn(node, {
        id: 'ID',
        note: 'Note',
        quantity: root.name === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity',
        net: 'LineExtensionAmount',
        discount: ['AllowanceCharge', 'Amount'],
        name: ['Item', 'Name'],
        code: ['Item', 'SellersItemIdentification', 'ID'],
        lot: ['Item', 'AdditionalItemProperty', 'Value'],
        category: ['Item', 'ClassifiedTaxCategory', 'ID'],
        rate: ['Item', 'ClassifiedTaxCategory', 'Percent'],
        price: ['Price', 'PriceAmount'],
      }),
    ),
  }
}

/** Everything that a CII document states, as `factsOfUbl` returns it. */
export function factsOfCii(root: Node): ReturnType<typeof factsOfUbl> {
  const trade = only(root, 'SupplyChainTradeTransaction')
  const agreement = only(trade, 'ApplicableHeaderTradeAgreement')
  const settlement = only(trade, 'ApplicableHeaderTradeSettlement')
  const delivery = only(trade, 'ApplicableHeaderTradeDelivery')
  const means = only(settlement, 'SpecifiedTradeSettlementPaymentMeans')
  const account = only(means, 'PayeePartyCreditorFinancialAccount')
  const summation = only(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
  const party = (role: string) => {
    const node = only(agreement, role)
    return {
      ...textsIn(node, {
        endpoint: ['URIUniversalCommunication', 'URIID'],
        scheme: ['URIUniversalCommunication', 'URIID', '@schemeID'],
        line: ['PostalTradeAddress', 'LineOne'],
        city: ['PostalTradeAddress', 'CityName'],
        postalCode: ['PostalTradeAddress', 'PostcodeCode'],
        region: ['PostalTradeAddress', 'CountrySubDivisionName'],
        country: ['PostalTradeAddress', 'CountryID'],
        name: 'Name',
        company: ['SpecifiedLegalOrganization', 'ID'],
        contact: ['DefinedTradeContact', 'PersonName'],
        phone: ['DefinedTradeContact', 'TelephoneUniversalCommunication', 'CompleteNumber'],
        email: ['DefinedTradeContact', 'EmailURIUniversalCommunication', 'URIID'],
      }),
      taxes: all(node, 'SpecifiedTaxRegistration', 'ID').map(({ attributes, text }) => [
        attributes.schemeID!,
        text,
      ]),
    }
  }
  return {
    ...textsIn(root, {
      specification: ['ExchangedDocumentContext', 'GuidelineSpecifiedDocumentContextParameter', 'ID'],
      number: ['ExchangedDocument', 'ID'],
      type: ['ExchangedDocument', 'TypeCode'],
    }),
    ...textsIn(settlement, {
      currency: 'InvoiceCurrencyCode',
      preceding: ['InvoiceReferencedDocument', 'IssuerAssignedID'],
      reference: 'PaymentReference',
      terms: ['SpecifiedTradePaymentTerms', 'Description'],
    }),
    buyerReference: one(agreement, 'BuyerReference'),
    means: one(means, 'TypeCode'),
    account: one(account, 'IBANID') ?? one(account, 'ProprietaryID'),
    bic: one(means, 'PayeeSpecifiedCreditorFinancialInstitution', 'BICID'),
    destination: one(delivery, 'ShipToTradeParty', 'PostalTradeAddress', 'CountryID'),
    tax: one(summation, 'TaxTotalAmount'),
    ...textsIn(summation, {
      lineTotal: 'LineTotalAmount',
      discountTotal: 'AllowanceTotalAmount',
      net: 'TaxBasisTotalAmount',
      gross: 'GrandTotalAmount',
      rounding: 'RoundingAmount',
      payable: 'DuePayableAmount',
    }),
    issued: one(root, 'ExchangedDocument', 'IssueDateTime', 'DateTimeString'),
    due: one(settlement, 'SpecifiedTradePaymentTerms', 'DueDateDateTime', 'DateTimeString'),
    delivered: one(delivery, 'ActualDeliverySupplyChainEvent', 'OccurrenceDateTime', 'DateTimeString'),
    precedingDay: one(settlement, 'InvoiceReferencedDocument', 'FormattedIssueDateTime', 'DateTimeString'),
    notes: all(root, 'ExchangedDocument', 'IncludedNote', 'Content').map(({ text }) => text),
    seller: party('SellerTradeParty'),
    buyer: party('BuyerTradeParty'),
    discounts: all(settlement, 'SpecifiedTradeAllowanceCharge').map((node) =>
      textsIn(node, {
        reason: 'Reason',
        amount: 'ActualAmount',
        category: ['CategoryTradeTax', 'CategoryCode'],
        rate: ['CategoryTradeTax', 'RateApplicablePercent'],
      }),
    ),
    taxes: all(settlement, 'ApplicableTradeTax').map((node) =>
      textsIn(node, {
        taxable: 'BasisAmount',
        tax: 'CalculatedAmount',
        category: 'CategoryCode',
        rate: 'RateApplicablePercent',
        reason: 'ExemptionReason',
      }),
    ),
    lines: all(trade, 'IncludedSupplyChainTradeLineItem').map((node) =>
      textsIn(node, {
        id: ['AssociatedDocumentLineDocument', 'LineID'],
        note: ['AssociatedDocumentLineDocument', 'IncludedNote', 'Content'],
        quantity: ['SpecifiedLineTradeDelivery', 'BilledQuantity'],
        net: [
          'SpecifiedLineTradeSettlement',
          'SpecifiedTradeSettlementLineMonetarySummation',
          'LineTotalAmount',
        ],
        discount: ['SpecifiedLineTradeSettlement', 'SpecifiedTradeAllowanceCharge', 'ActualAmount'],
        name: ['SpecifiedTradeProduct', 'Name'],
        code: ['SpecifiedTradeProduct', 'SellerAssignedID'],
        lot: ['SpecifiedTradeProduct', 'ApplicableProductCharacteristic', 'Value'],
        category: ['SpecifiedLineTradeSettlement', 'ApplicableTradeTax', 'CategoryCode'],
        rate: ['SpecifiedLineTradeSettlement', 'ApplicableTradeTax', 'RateApplicablePercent'],
        price: ['SpecifiedLineTradeAgreement', 'NetPriceProductTradePrice', 'ChargeAmount'],
      }),
    ),
  }
}
