import { all, type Node, one } from './parse-xml.ts'
import { buyer, has, named, type Rule, seller } from './rules.ts'

/**
 * The rules of XRechnung 3.0 (KoSIT, XRechnung-UBL-validation 2.x), warnings included. Peppol has the same for German
 * parties.
 * @param id returns the number of a rule: BR-DE-5 or DE-R-005
 */
export const germanRules = (id: (number: number, part?: 'a' | 'b') => string): Rule[] => [
  [id(1), (root) => has(root, 'PaymentMeans')],
  [id(2), (root) => has(seller(root), 'Contact')],
  [id(3), (root) => has(seller(root), 'PostalAddress', 'CityName')],
  [id(4), (root) => has(seller(root), 'PostalAddress', 'PostalZone')],
  [id(5), (root) => has(seller(root), 'Contact', 'Name')],
  [id(6), (root) => has(seller(root), 'Contact', 'Telephone')],
  [id(7), (root) => has(seller(root), 'Contact', 'ElectronicMail')],
  [id(8), (root) => has(buyer(root), 'PostalAddress', 'CityName')],
  [id(9), (root) => has(buyer(root), 'PostalAddress', 'PostalZone')],
  [id(10), (root) => deliveries(root).every((address) => has(address, 'CityName'))],
  [id(11), (root) => deliveries(root).every((address) => has(address, 'PostalZone'))],
  [
    id(14),
    (root) => all(root, 'TaxTotal', 'TaxSubtotal').every((group) => has(group, 'TaxCategory', 'Percent')),
  ],
  [id(15), (root) => has(root, 'BuyerReference')],
  [
    id(16),
    (root) =>
      has(seller(root), 'PartyTaxScheme', 'CompanyID') ||
      named(root, 'ClassifiedTaxCategory', 'TaxCategory').every((node) => one(node, 'ID') === 'O'),
  ],
  [
    id(17),
    (root) =>
      ['326', '380', '384', '389', '381', '875', '876', '877'].includes(one(root, `${root.name}TypeCode`)!),
  ],
  [
    id(18),
    (root) =>
      (one(root, 'PaymentTerms', 'Note') ?? '')
        .split('\n')
        .filter((line) => line.trim().startsWith('#'))
        .every((line) =>
          /#(SKONTO)#TAGE=([0-9]+#PROZENT=[0-9]+\.[0-9]{2})(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/.test(line),
        ),
  ],
  [id(19), (root) => paidWith(root, '58').every((means) => isIban(account(means) ?? ''))],
  [id(23, 'a'), (root) => paidWith(root, '30', '58').every((means) => has(means, 'PayeeFinancialAccount'))],
  [
    id(23, 'b'),
    (root) =>
      paidWith(root, '30', '58').every(
        (means) => !has(means, 'CardAccount') && !has(means, 'PaymentMandate'),
      ),
  ],
  [id(24, 'a'), (root) => paidWith(root, '48', '54', '55').every((means) => has(means, 'CardAccount'))],
  [id(25, 'a'), (root) => paidWith(root, '59').every((means) => has(means, 'PaymentMandate'))],
  [
    id(26),
    (root) =>
      one(root, `${root.name}TypeCode`) !== '384' ||
      has(root, 'BillingReference', 'InvoiceDocumentReference'),
  ],
  [id(27), (root) => /([0-9].*){3,}/.test(one(seller(root), 'Contact', 'Telephone') ?? '')],
  [
    id(28),
    (root) =>
      /^[^@\s.]+(\.[^@\s.]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(
        one(seller(root), 'Contact', 'ElectronicMail') ?? '',
      ),
  ],
]

const deliveries = (root: Node) => all(root, 'Delivery', 'DeliveryLocation', 'Address')
const paidWith = (root: Node, ...codes: string[]) =>
  all(root, 'PaymentMeans').filter((means) => codes.includes(one(means, 'PaymentMeansCode')!))
const account = (means: Node) => one(means, 'PayeeFinancialAccount', 'ID')

function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/.test(text)) return false
  let remainder = 0
  for (const character of `${text.slice(4)}${text.slice(0, 4)}`)
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97
  return remainder === 1
}
