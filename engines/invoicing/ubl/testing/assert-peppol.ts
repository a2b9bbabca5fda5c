import { assertEn16931 } from './assert-en16931.ts'
import { germanRules } from './german-rules.ts'
import { all, type Node, one } from './parse-xml.ts'
import { commonRules } from './peppol-common.ts'
import { assertRules, buyer, countryOf, everywhere, has, named, type Rule, seller } from './rules.ts'

const where = (holds: (root: Node) => boolean, [id, isKept]: Rule): Rule => [
  id,
  (root) => !holds(root) || isKept(root),
]
const isWithin = (country: string) => (root: Node) =>
  countryOf(seller(root)) === country && countryOf(buyer(root)) === country

const identifiers = (root: Node, scheme: string): string[] =>
  named(root, 'EndpointID', 'CompanyID', 'ID').flatMap(({ attributes, text }) =>
    attributes.schemeID === scheme ? [text] : [],
  )

/** Rules of Dutch sellers, with and without a Dutch buyer. */
const dutchRules: Rule[] = [
  [
    'NL-R-001',
    (root) => root.name === 'Invoice' || has(root, 'BillingReference', 'InvoiceDocumentReference', 'ID'),
  ],
  ['NL-R-002', (root) => hasWholeAddress(seller(root))],
  ['NL-R-003', (root) => hasDutchNumber(seller(root))],
  ['NL-R-004', (root) => countryOf(buyer(root)) !== 'NL' || hasWholeAddress(buyer(root))],
  ['NL-R-005', (root) => countryOf(buyer(root)) !== 'NL' || hasDutchNumber(buyer(root))],
  ['NL-R-007', (root) => root.name === 'CreditNote' || has(root, 'PaymentMeans') || !isPayable(root)],
  [
    'NL-R-008',
    (root) =>
      all(root, 'PaymentMeans', 'PaymentMeansCode').every(({ text }) =>
        ['30', '48', '49', '57', '58', '59'].includes(text),
      ),
  ],
]

const hasWholeAddress = (party: Node) =>
  ['StreetName', 'CityName', 'PostalZone'].every((name) => has(party, 'PostalAddress', name))
const hasDutchNumber = (party: Node) =>
  all(party, 'PartyLegalEntity', 'CompanyID').every(({ attributes }) =>
    ['0106', '0190'].includes(attributes.schemeID ?? ''),
  )
const isPayable = (root: Node) => Number(one(root, 'LegalMonetaryTotal', 'PayableAmount')) > 0

/** The fatal rules of PEPPOL-EN16931-UBL (release 2025) for what an invoice of Aerie contains, of DE and NL as well. */
export const peppolRules: Rule[] = [
  ...commonRules,
  ['PEPPOL-EN16931-R002', (root) => all(root, 'Note').length <= 1],
  ['PEPPOL-EN16931-R003', (root) => has(root, 'BuyerReference') || has(root, 'OrderReference', 'ID')],
  [
    'PEPPOL-EN16931-R004',
    (root) =>
      one(root, 'CustomizationID')!.startsWith(
        'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
      ),
  ],
  [
    'PEPPOL-EN16931-R007',
    (root) => /^urn:fdc:peppol\.eu:2017:poacc:billing:\d{2}:1\.0$/.test(one(root, 'ProfileID') ?? ''),
  ],
  [
    'PEPPOL-EN16931-R051',
    (root) =>
      everywhere(root).every(
        ({ attributes: { currencyID } }) => !currencyID || currencyID === one(root, 'DocumentCurrencyCode'),
      ),
  ],
  [
    'PEPPOL-EN16931-F001',
    (root) =>
      named(root, 'IssueDate', 'DueDate', 'ActualDeliveryDate').every(
        ({ text }) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
      ),
  ],
  ['PEPPOL-EN16931-P0100', (root) => root.name !== 'Invoice' || one(root, 'InvoiceTypeCode') === '380'],
  ['PEPPOL-EN16931-P0101', (root) => root.name !== 'CreditNote' || one(root, 'CreditNoteTypeCode') === '381'],
  // Participants have numbered schemes: the letters of EAS, such as EM, are missing in Peppol's list.
  [
    'PEPPOL-EN16931-CL008',
    (root) => named(root, 'EndpointID').every(({ attributes }) => /^\d{4}$/.test(attributes.schemeID ?? '')),
  ],
  ['PEPPOL-COMMON-R040', (root) => identifiers(root, '0088').every(isGln)],
  ['PEPPOL-COMMON-R042', (root) => identifiers(root, '0184').every((id) => /^DK\d{8}$/.test(id))],
  [
    'PEPPOL-COMMON-R043',
    (root) =>
      identifiers(root, '0208').every(
        (id) => /^\d{10}$/.test(id) && Number(id.slice(8)) === 97 - (Number(id.slice(0, 8)) % 97),
      ),
  ],
  ...germanRules((number, part) => `DE-R-${String(number).padStart(3, '0')}${part ?? ''}`).map((rule) =>
    where(isWithin('DE'), rule),
  ),
  ...dutchRules.map((rule) => where((root) => countryOf(seller(root)) === 'NL', rule)),
]

/** Digits at even places, counted from the right and the check digit, count three times. */
function isGln(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false
  const sum = [...text].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** Asserts that a document satisfies EN 16931 and Peppol BIS Billing 3. */
export function assertPeppol(root: Node): void {
  assertEn16931(root)
  assertRules(peppolRules, root)
}
