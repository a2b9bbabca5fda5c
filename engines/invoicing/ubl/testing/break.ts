import { all, type Node } from './parse-xml.ts'
import { linesOf, seller } from './rules.ts'

type Break = (root: Node) => void

const remove =
  (...path: string[]): Break =>
  (root) => {
    const parents = all(root, ...path.slice(0, -1))
    for (const parent of parents)
      parent.children = parent.children.filter(({ name }) => name.replace(/^.*:/, '') !== path.at(-1))
  }

const change =
  (text: string, ...path: string[]): Break =>
  (root) => {
    for (const node of all(root, ...path)) node.text = text
  }

const node = (name: string, content: string | Node[], attributes = {}): Node => ({
  name,
  attributes,
  text: typeof content === 'string' ? content : '',
  children: typeof content === 'string' ? [] : content,
})

const add =
  (added: Node, ...path: string[]): Break =>
  (root) => {
    for (const parent of all(root, ...path)) parent.children.push(added)
  }

const addressed =
  (scheme: string, text: string): Break =>
  (root) => {
    for (const endpoint of all(seller(root), 'EndpointID'))
      Object.assign(endpoint, { text, attributes: { schemeID: scheme } })
  }

const [sellersParty, buyersParty] = [
  ['AccountingSupplierParty', 'Party'],
  ['AccountingCustomerParty', 'Party'],
] as const

/** What breaks a rule in an invoice that keeps it: of Peppol and XRechnung. */
export const breaks: Record<string, Break> = {
  'PEPPOL-EN16931-R001': remove('ProfileID'),
  'PEPPOL-EN16931-R002': (root) => {
    root.children.push(node('cbc:Note', 'One'), node('cbc:Note', 'Another'))
  },
  'PEPPOL-EN16931-R003': remove('BuyerReference'),
  'PEPPOL-EN16931-R004': change('urn:cen.eu:en16931:2017', 'CustomizationID'),
  'PEPPOL-EN16931-R007': change('urn:fdc:peppol.eu:2017:poacc:billing:1:1.0', 'ProfileID'),
  'PEPPOL-EN16931-R008': change(' ', 'BuyerReference'),
  'PEPPOL-EN16931-R010': remove(...buyersParty, 'EndpointID'),
  'PEPPOL-EN16931-R020': remove(...sellersParty, 'EndpointID'),
  'PEPPOL-EN16931-R041, R042': add(node('cbc:BaseAmount', '1'), 'InvoiceLine', 'AllowanceCharge'),
  'PEPPOL-EN16931-R043': change('0', 'InvoiceLine', 'AllowanceCharge', 'ChargeIndicator'),
  'PEPPOL-EN16931-R051': (root) => {
    for (const price of all(root, 'InvoiceLine', 'Price', 'PriceAmount'))
      price.attributes = { currencyID: 'SEK' }
  },
  'PEPPOL-EN16931-R053': remove('TaxTotal', 'TaxSubtotal'),
  'PEPPOL-EN16931-R054': (root) => {
    root.children.push(node('cac:TaxTotal', [node('cbc:TaxAmount', '1')]))
  },
  'PEPPOL-EN16931-R061': change('59', 'PaymentMeans', 'PaymentMeansCode'),
  'PEPPOL-EN16931-R120': (root) => {
    // Two cents are allowed.
    for (const line of linesOf(root))
      for (const net of all(line, 'LineExtensionAmount')) net.text = String(Number(net.text) + 0.03)
  },
  'PEPPOL-EN16931-F001': change('2026-02-30T', 'DueDate'),
  'PEPPOL-EN16931-P0100': change('384', 'InvoiceTypeCode'),
  'PEPPOL-EN16931-P0101': (root) => {
    root.name = 'CreditNote'
  },
  'PEPPOL-EN16931-CL008': addressed('EM', 'desk@practice.example'),
  'PEPPOL-COMMON-R040': addressed('0088', '4012345000008'),
  'PEPPOL-COMMON-R042': addressed('0184', '12345678'),
  'PEPPOL-COMMON-R043': addressed('0208', '0597601757'),
  'BR-DE-1': remove('PaymentMeans'),
  'BR-DE-2': remove(...sellersParty, 'Contact'),
  'BR-DE-3': remove(...sellersParty, 'PostalAddress', 'CityName'),
  'BR-DE-4': remove(...sellersParty, 'PostalAddress', 'PostalZone'),
  'BR-DE-5': remove(...sellersParty, 'Contact', 'Name'),
  'BR-DE-6': remove(...sellersParty, 'Contact', 'Telephone'),
  'BR-DE-7': remove(...sellersParty, 'Contact', 'ElectronicMail'),
  'BR-DE-8': remove(...buyersParty, 'PostalAddress', 'CityName'),
  'BR-DE-9': remove(...buyersParty, 'PostalAddress', 'PostalZone'),
  'BR-DE-10': remove('Delivery', 'DeliveryLocation', 'Address', 'CityName'),
  'BR-DE-11': remove('Delivery', 'DeliveryLocation', 'Address', 'PostalZone'),
  'BR-DE-14': remove('TaxTotal', 'TaxSubtotal', 'TaxCategory', 'Percent'),
  'BR-DE-15': remove('BuyerReference'),
  'BR-DE-16': remove(...sellersParty, 'PartyTaxScheme'),
  'BR-DE-17': change('325', 'InvoiceTypeCode'),
  'BR-DE-18': change('30 days\n#SKONTO#TAGE=7', 'PaymentTerms', 'Note'),
  'BR-DE-19': change('DE89370400440532013001', 'PaymentMeans', 'PayeeFinancialAccount', 'ID'),
  'BR-DE-21': change('urn:cen.eu:en16931:2017', 'CustomizationID'),
  'BR-DE-23-a': remove('PaymentMeans', 'PayeeFinancialAccount'),
  'BR-DE-23-b': add(node('cac:CardAccount', 'x'), 'PaymentMeans'),
  'BR-DE-24-a': change('48', 'PaymentMeans', 'PaymentMeansCode'),
  'BR-DE-25-a': change('59', 'PaymentMeans', 'PaymentMeansCode'),
  'BR-DE-26': change('384', 'InvoiceTypeCode'),
  'BR-DE-27': change('none', ...sellersParty, 'Contact', 'Telephone'),
  'BR-DE-28': change('desk@localhost', ...sellersParty, 'Contact', 'ElectronicMail'),
  'BR-CL-25': addressed('XX', '1'),
  'NL-R-001': (root) => {
    root.name = 'CreditNote'
  },
  'NL-R-002': remove(...sellersParty, 'PostalAddress', 'StreetName'),
  'NL-R-003': add(node('cbc:CompanyID', 'PR 1'), ...sellersParty, 'PartyLegalEntity'),
  'NL-R-004': remove(...buyersParty, 'PostalAddress', 'PostalZone'),
  'NL-R-005': add(node('cbc:CompanyID', 'PR 1'), ...buyersParty, 'PartyLegalEntity'),
  'NL-R-007': remove('PaymentMeans'),
  'NL-R-008': change('97', 'PaymentMeans', 'PaymentMeansCode'),
}

/** Peppol's number of a German rule has three digits: DE-R-023a for BR-DE-23-a. */
export const breakOf = (rule: string): Break | undefined =>
  breaks[rule.replace(/^DE-R-0*(\d+)([ab]?)$/, (_, number, part) => `BR-DE-${number}${part && `-${part}`}`)]
